#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

import WinBackFiles

extension Platform {
  static let interrupt = SIGINT
  static let terminate = SIGTERM
  static let hangUp = SIGHUP

  /// Keeps a signal from ending the process; its listener decides.
  ///
  /// - Returns: Whether the signal would have ended the process. Who started it may have had it
  ///   ignored, as `nohup` does.
  static func ignore(_ number: Int32) -> Bool {
    var action = sigaction()
    unsafe sigaction(number, nil, &action)
    #if canImport(Musl)
    let before = unsafe action.__sa_handler.sa_handler
    #elseif canImport(Glibc)
    let before = unsafe action.__sigaction_handler.sa_handler
    #else
    let before = unsafe action.__sigaction_u.__sa_handler
    #endif
    guard unsafe unsafeBitCast(before, to: Int.self) != 1 else { return false }
    signal(number, SIG_IGN)
    return true
  }

  static func obey(_ number: Int32) { signal(number, SIG_DFL) }
}
