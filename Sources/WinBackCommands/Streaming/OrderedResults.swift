import Dispatch
import Synchronization

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

  init() {}

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
