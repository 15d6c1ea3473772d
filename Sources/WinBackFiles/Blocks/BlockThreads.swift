import Dispatch
import Synchronization

/// The threads among which the blocks of a source are shared out; the caller's is one of them.
struct BlockThreads: Sendable {
  let count: Int

  /// Reads all blocks, and takes what has come of each in the order of the input.
  ///
  /// Where the input fails, there are no more blocks for the other threads either, and what came
  /// before is still taken.
  /// `take` is never called twice at the same time.
  ///
  /// - Throws: ``CommandFailure``, the first one; nothing is taken after it.
  func run(
    over source: any BlockSource,
    with makeReader: @escaping @Sendable () -> BlockReader,
    take: @escaping OrderedBlocks.Taking
  ) throws(CommandFailure) {
    let blocks = OrderedBlocks(limit: 2 * count, take)
    let failure = Mutex<CommandFailure?>(nil)
    let work: @Sendable () -> Void = {
      do throws(CommandFailure) {
        while let read = blocks.next(makeReader) {
          guard try source.next(&read.block) else { return }
          read.reader.read(&read.block)
          try blocks.add(read)
        }
      } catch {
        failure.withLock { $0 = $0 ?? error }
      }
    }
    let group = DispatchGroup()
    for _ in 1..<count {
      group.enter()
      do throws(SystemError) {
        try Platform.startThread {
          work()
          group.leave()
        }
      } catch {
        // The threads that there are do all of the work.
        group.leave()
      }
    }
    work()
    group.wait()
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}

/// A block, and what a reader has made of it, in storage that is used again.
///
/// One thread at a time has it: the one that reads it, and then the one that takes what has come of it.
final class ReadBlock: @unchecked Sendable {
  fileprivate(set) var reader: BlockReader
  fileprivate(set) var block = LineBlock()
  /// For who waits until the block is taken.
  fileprivate let isTaken = DispatchSemaphore(value: 0)

  fileprivate init(_ reader: consuming BlockReader) { self.reader = reader }

  /// Whether it has a line of so many mebibytes that no thread reads another block meanwhile.
  fileprivate var isLarge: Bool { block.bytes.count > 1 << 25 }
}

/// Blocks that several threads read, and that are taken in the order of the input.
///
/// A thread that is early leaves its block to the one whose turn it is, and reads the next one: to wait for
/// the turn left two threads idle for a fifth of the time. With a large block it waits. There are never
/// more blocks in memory than the limit.
final class OrderedBlocks: Sendable {
  typealias Taking =
    @Sendable (borrowing BlockReader, borrowing LineBlock) throws(CommandFailure) -> Void

  private struct State {
    /// The number of the block that is taken next, and whether a thread is at it.
    var turn = 0
    var isTaking = false
    var isOver = false
    /// The blocks that were read before their turn, by their numbers.
    var early: [Int: ReadBlock] = [:]
    /// The blocks that were taken, the last one last.
    var free: [ReadBlock] = []
  }

  private let state = Mutex(State())
  private let limit: Int
  private let take: Taking
  /// Counts the blocks that no thread has and that wait for no turn.
  private let room = DispatchSemaphore(value: 0)

  /// Creates an order; the limit is at least the number of the threads.
  init(limit: Int, _ take: @escaping Taking) {
    self.limit = limit
    self.take = take
    makeRoom(limit)
  }

  private func makeRoom(_ count: Int) { for _ in 0..<count { room.signal() } }

  /// Returns a block that can be read into, for a single thread always the same one; nil after a failure.
  func next(_ makeReader: () -> BlockReader) -> ReadBlock? {
    room.wait()
    let (isOver, block) = state.withLock { ($0.isOver, $0.free.popLast()) }
    return isOver ? nil : block ?? ReadBlock(makeReader())
  }

  /// Takes a block that was read if it is its turn, and those after it that were read before.
  func add(_ block: ReadBlock) throws(CommandFailure) {
    let isLarge = block.isLarge
    let isOver = state.withLock { state in
      state.early[block.block.number] = block
      return state.isOver
    }
    while let next = beginTurn() {
      do {
        try take(next.reader, next.block)
      } catch {
        end(at: next)
        throw error
      }
      if next.isLarge { next.isTaken.signal() }
      state.withLock { state in
        state.turn += 1
        state.isTaking = false
        state.free.append(next)
      }
      room.signal()
    }
    if isLarge, !isOver { block.isTaken.wait() }
  }

  /// Lets nobody wait any more, since a block could not be taken.
  private func end(at block: ReadBlock) {
    let early = state.withLock { state in
      state.isOver = true
      return Array(state.early.values)
    }
    for block in early + [block] { block.isTaken.signal() }
    makeRoom(limit)
  }

  /// Returns the block whose turn it is, if it was read and no other thread is at it.
  private func beginTurn() -> ReadBlock? {
    state.withLock { state in
      guard !state.isOver, !state.isTaking, let block = state.early.removeValue(forKey: state.turn)
      else { return nil }
      state.isTaking = true
      return block
    }
  }
}
