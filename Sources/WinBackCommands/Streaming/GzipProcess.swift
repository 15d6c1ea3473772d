import Synchronization

/// The system's own gzip, at work on a file.
///
/// A decompressor of our own would be a second one to trust; every system that has `.gz` files has
/// the program.
final class GzipProcess: Sendable {
  private let process: ChildProcess
  private let status = Mutex<Int32?>(nil)

  /// Starts gzip.
  init(reading file: FileDescriptor) throws(SystemError) {
    process = try Platform.start("gzip", ["-dc"], reading: file)
  }

  /// What comes out of gzip.
  var output: FileDescriptor { process.output }

  /// Waits for the end of gzip, which comes soon, since nobody reads its output any more.
  ///
  /// - Returns: The status with which it ended.
  func end() -> Int32 {
    status.withLock { status in
      if let status { return status }
      try? process.output.close()
      let end = Platform.wait(for: process)
      status = end
      return end
    }
  }

  /// Returns whether a status says that everything came out; 2 is no more than a warning.
  static func isSuccess(_ status: Int32) -> Bool {
    status == 0 || status == 2
  }
}
