import Dispatch

/// A value that one thread at a time changes, also in a forked process.
///
/// On Linux, a `Mutex` identifies threads by numbers, and a thread that forks keeps its number. If
/// two threads then wait for the lock, the process ends. A semaphore does not identify threads.
@safe final class ForkableLock<Value: Sendable>: @unchecked Sendable {
  private var value: Value
  private let turn = DispatchSemaphore(value: 1)

  init(_ value: Value) { self.value = value }

  func withLock<Result, Failure: Error>(
    _ change: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    turn.wait()
    defer { turn.signal() }
    return try change(&value)
  }
}
