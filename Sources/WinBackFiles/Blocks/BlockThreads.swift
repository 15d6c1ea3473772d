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
    take:
      @escaping @Sendable (
        borrowing BlockReader, borrowing LineBlock
      ) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    let order = OrderedResults()
    let failure = Mutex<CommandFailure?>(nil)
    let work: @Sendable () -> Void = {
      do throws(CommandFailure) {
        var reader = makeReader()
        var block = LineBlock()
        while try source.next(&block) {
          reader.read(&block)
          let isDone = try order.inTurn(block.number) { () throws(CommandFailure) in
            try take(reader, block)
          }
          guard isDone else { return }
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

/// Takes results from several threads and passes them on in the order of the input.
///
/// A thread that is early waits, so that there are never more blocks in memory than threads.
final class OrderedResults: Sendable {
  private struct State {
    var next = 0
    var isOver = false
    var waiting: [Int: DispatchSemaphore] = [:]
  }

  private let state = Mutex(State())

  /// Runs a body when it is a block's turn, with no other body at the same time.
  ///
  /// - Returns: Whether the body ran; not where another one failed.
  func inTurn(
    _ number: Int,
    _ body: () throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> Bool {
    guard wait(for: number) else { return false }
    do {
      try body()
    } catch {
      finish()
      throw error
    }
    advance()
    return true
  }

  /// Lets nobody in any more.
  func finish() {
    let waiting = state.withLock { state in
      state.isOver = true
      return Array(state.waiting.values)
    }
    for semaphore in waiting { semaphore.signal() }
  }

  private func wait(for number: Int) -> Bool {
    let semaphore: DispatchSemaphore? = state.withLock { state in
      guard !state.isOver, state.next != number else { return nil }
      let semaphore = DispatchSemaphore(value: 0)
      state.waiting[number] = semaphore
      return semaphore
    }
    semaphore?.wait()
    return state.withLock { !$0.isOver }
  }

  private func advance() {
    state.withLock { state in
      state.next += 1
      return state.waiting.removeValue(forKey: state.next)
    }?.signal()
  }
}
