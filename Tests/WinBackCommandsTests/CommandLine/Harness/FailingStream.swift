import WinBackFiles

/// A stream on which every call fails.
struct FailingStream: ByteSource, ByteSink {
  let error: SystemError

  /// Nobody reads the pipe any more.
  static let brokenPipe = FailingStream(error: SystemError(code: 32))

  /// The disk is full.
  static let fullDisk = FailingStream(error: SystemError(code: 28))

  /// The disk is broken.
  static let brokenDisk = FailingStream(error: SystemError(code: 5))

  func read(into buffer: inout ContiguousArray<UInt8>, from start: Int) throws(SystemError) -> Int {
    throw error
  }

  func write(_ bytes: Span<UInt8>) throws(SystemError) {
    throw error
  }
}
