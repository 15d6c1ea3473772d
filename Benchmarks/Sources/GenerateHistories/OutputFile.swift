#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file that is written from its beginning.
struct OutputFile: ~Copyable {
  struct Failure: Error {
    var path: String
    var code: Int32
  }

  private let descriptor: Int32
  private let path: String

  init(path: String) throws(Failure) {
    self.path = path
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else {
      throw Failure(path: path, code: errno)
    }
  }

  private init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  static func standardError() -> OutputFile {
    OutputFile(descriptor: STDERR_FILENO, path: "standard error")
  }

  deinit {
    close(descriptor)
  }

  func write(_ buffer: ByteBuffer) throws(Failure) {
    var written = 0
    while written < buffer.count {
      let count = unsafe buffer.bytes.withUnsafeBytes { bytes in
        unsafe Self.write(descriptor, bytes[written...])
      }
      guard count > 0 else {
        throw Failure(path: path, code: errno)
      }
      written += count
    }
  }

  private static func write(_ descriptor: Int32, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes)
    #if canImport(Glibc)
    return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
    #else
    return unsafe Darwin.write(descriptor, rest.baseAddress, rest.count)
    #endif
  }
}
