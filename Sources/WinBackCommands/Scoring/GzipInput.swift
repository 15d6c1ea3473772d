/// The contents of a gzip file, by the system's own gzip.
///
/// A decompressor of our own would be a second one to trust; every system that has `.gz` files has
/// the program.
struct GzipInput: Sendable {
  private let process: ChildProcess

  /// Starts gzip on a file.
  init(path: String) throws(CommandFailure) {
    do {
      process = try Platform.start("gzip", ["-dc", "--", path])
    } catch {
      throw CommandFailure(
        .cannotOpen,
        "cannot read '\(path)': the program 'gzip' cannot be started (\(error.reason)); "
          + "decompress the file and use '-' for standard input")
    }
  }

  /// What comes out of gzip.
  var source: any ByteSource { process.output }

  /// Waits for the end of gzip.
  ///
  /// - Throws: ``CommandFailure`` where gzip was not happy with the file.
  func finish(_ path: String) throws(CommandFailure) {
    try? process.output.close()
    let status = Platform.wait(for: process)
    guard status == 0 else {
      throw CommandFailure(
        .badData,
        [Diagnostic(.error, "gzip could not decompress the file (status \(status))", file: path)])
    }
  }

  /// Ends gzip where nobody needs the rest.
  func abandon() {
    try? process.output.close()
    _ = Platform.wait(for: process)
  }
}

/// A program that was started.
struct ChildProcess: Sendable {
  let identifier: Int32
  let output: FileDescriptor
}
