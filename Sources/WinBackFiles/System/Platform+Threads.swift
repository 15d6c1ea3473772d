#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Platform {
  private final class ThreadWork: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs a body on a thread of its own.
  ///
  /// A queue of Dispatch never runs in a process whose parent has used one before the fork, and Python forks
  /// its workers.
  ///
  /// - Throws: ``SystemError`` if the system gives no thread.
  package static func startThread(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let work = unsafe Unmanaged.passRetained(ThreadWork(body))
    #if canImport(Darwin)
    var thread: pthread_t?
    let status = unsafe pthread_create(
      &thread,
      nil,
      { work in
        unsafe Unmanaged<ThreadWork>.fromOpaque(work).takeRetainedValue().body()
        return nil
      },
      work.toOpaque()
    )
    if let thread = unsafe thread, status == 0 { unsafe pthread_detach(thread) }
    #else
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread,
      nil,
      { work in
        if let work = unsafe work {
          unsafe Unmanaged<ThreadWork>.fromOpaque(work).takeRetainedValue().body()
        }
        return nil
      },
      work.toOpaque()
    )
    if status == 0 { pthread_detach(thread) }
    #endif
    guard status != 0 else { return }
    unsafe work.release()
    throw SystemError(code: status)
  }
}
