/// The histories of a run, as bytes that come one after another.
package struct StreamedInput: Sendable {
  /// What the bytes are called.
  let file: InputFile

  /// The bytes of the file as it is; 0 where there is none.
  let size: Int

  private let source: any ByteSource
  private let gzip: GzipProcess?

  /// Creates an input.
  package init(_ file: InputFile, _ source: any ByteSource) {
    self.init(file, source, size: 0, nil)
  }

  private init(_ file: InputFile, _ source: any ByteSource, size: Int, _ gzip: GzipProcess?) {
    self.file = file
    self.size = size
    self.source = source
    self.gzip = gzip
  }

  /// Opens a file for the time of a call, through gzip where its name says so.
  static func with<Result>(
    _ file: InputFile,
    on console: Console,
    _ body: (StreamedInput) throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    try file.withSource(on: console) { source, size throws(CommandFailure) in
      guard file.isGzip, let descriptor = source as? FileDescriptor else {
        return try body(StreamedInput(file, source, size: size, nil))
      }
      let gzip: GzipProcess
      do throws(SystemError) {
        gzip = try GzipProcess(reading: descriptor)
      } catch {
        throw CommandFailure(
          .cannotOpen,
          "cannot read '\(file.path)': the program 'gzip' cannot be started: \(error.reason)"
        )
      }
      defer { _ = gzip.end() }
      return try body(StreamedInput(file, gzip.output, size: size, gzip))
    }
  }

  /// How many bytes come; nil where nobody knows.
  var byteCount: Int? { size > 0 && gzip == nil ? size : nil }

  /// Looks at the first bytes without taking them.
  ///
  /// - Parameter count: How many are enough.
  /// - Returns: The bytes, fewer only where there are no more, and the input with all of its bytes.
  /// - Throws: ``CommandFailure`` where they cannot be read.
  func peeking(
    _ count: Int
  ) throws(CommandFailure) -> (head: ContiguousArray<UInt8>, input: StreamedInput) {
    var head = ContiguousArray<UInt8>(repeating: 0, count: count)
    var end = 0
    while end < count {
      let read = try read(into: &head, from: end)
      if read == 0 { break }
      end += read
    }
    head.removeLast(count - end)
    return (head, preceded(by: head))
  }

  /// Returns the input with bytes that have been taken from its beginning.
  func preceded(by head: ContiguousArray<UInt8>) -> StreamedInput {
    StreamedInput(file, PeekedSource(source, head: head), size: size, gzip)
  }

  /// Reads all bytes.
  ///
  /// - Throws: ``CommandFailure`` where they cannot be read, or are too many.
  func readAll() throws(CommandFailure) -> ContiguousArray<UInt8> {
    let limit = InputFile.defaultLimit
    // One byte more than the file has, so that its end shows; never more than may be.
    var size = min(max(1 << 16, (byteCount ?? 0) &+ 1), limit + 1)
    var (head, whole) = try peeking(size)
    while head.count == size {
      guard size <= limit else { throw failure("expected at most \(limit >> 20) MiB, found more") }
      size = min(2 * size, limit + 1)
      (head, whole) = try whole.peeking(size)
    }
    return head
  }

  /// Reads the bytes that are there, waiting for the first one; see ``ByteSource``.
  ///
  /// - Throws: ``CommandFailure`` where they cannot be read, or end too early.
  func read(
    into buffer: inout ContiguousArray<UInt8>,
    from start: Int
  ) throws(CommandFailure) -> Int {
    let count: Int
    do {
      count = try source.read(into: &buffer, from: start)
    } catch {
      throw file.failure(reading: error)
    }
    guard count == 0, let status = gzip?.end(), !GzipProcess.isSuccess(status) else {
      return count
    }
    throw failure("gzip cannot decompress it (status \(status)); 'gzip --test' tells why")
  }

  /// Goes to an offset, where that can be done without reading.
  func seek(to offset: Int) -> Bool {
    (try? (source as? any SeekableByteSource)?.seek(to: offset)) != nil
  }

  /// Returns the failure of an input that is not as it should be.
  func failure(_ message: String) -> CommandFailure {
    CommandFailure(.badData, [Diagnostic(.error, message, file: file.name)])
  }
}

extension InputFile {
  /// Whether the name says that gzip has compressed the file.
  var isGzip: Bool { path.hasSuffix(".gz") }
}
