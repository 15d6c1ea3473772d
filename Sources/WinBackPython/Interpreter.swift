#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The functions of the Python interpreter in the process.
///
/// They are looked up by name, so that one library supports every version of Python.
enum Interpreter {
  private static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    guard let address = unsafe dlsym(nil, name) else { return nil }
    return unsafe unsafeBitCast(address, to: type)
  }

  /// Returns the Arrow stream in a capsule.
  static func contents(of capsule: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    typealias Contents =
      @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>) -> UnsafeMutableRawPointer?
    return unsafe function("PyCapsule_GetPointer", as: Contents.self)?(
      capsule,
      "arrow_array_stream"
    )
  }

  /// Whether a signal interrupts the main thread, which must be the caller.
  ///
  /// The signal is raised again, because a reader of an Arrow stream replaces the stream's errors.
  static var isInterrupted: Bool {
    typealias Number = @convention(c) () -> Int32
    typealias Action = @convention(c) () -> Void
    typealias NumberAction = @convention(c) (Int32) -> Void
    guard let lock = function("PyGILState_Ensure", as: Number.self),
      let unlock = function("PyGILState_Release", as: NumberAction.self),
      let check = function("PyErr_CheckSignals", as: Number.self),
      let forget = function("PyErr_Clear", as: Action.self),
      let interrupt = function("PyErr_SetInterrupt", as: Action.self)
    else { return false }
    let state = lock()
    defer { unlock(state) }
    guard check() != 0 else { return false }
    forget()
    interrupt()
    return true
  }
}
