import Dispatch

/// A value that one thread at a time changes, also in a process that was forked.
///
/// A `Mutex` of Linux knows threads by their numbers, and the thread that forks keeps the number that it has
/// in its parent. If two threads want the lock at once then, the process ends. A semaphore knows no threads.
@safe final class ForkableLock<Value: Sendable>: @unchecked Sendable {
  private var value: Value
  private let turn = DispatchSemaphore(value: 1)

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result, Failure: Error>(
    _ change: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    turn.wait()
    defer { turn.signal() }
    return try change(&value)
  }
}
