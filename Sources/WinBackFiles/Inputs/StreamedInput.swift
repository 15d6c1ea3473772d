/// The histories of a run, as bytes that come one after another.
package struct StreamedInput: Sendable {
  private let open: OpenInput

  /// Creates an input.
  package init(_ file: InputFile, _ source: any ByteSource) {
    self.init(OpenInput(file: file, source: source))
  }

  private init(_ open: OpenInput) {
    self.open = open
  }

  /// Opens a file for the time of a call.
  package static func with<Result>(
    _ file: InputFile,
    on console: any InputConsole,
    _ body: (StreamedInput) throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    try file.withSource(on: console) { open throws(CommandFailure) in
      try body(StreamedInput(open))
    }
  }

  /// What the bytes are called.
  package var file: InputFile { open.file }

  /// The bytes of the file as it is; 0 if there is none.
  var size: Int { open.size }

  /// How many bytes come; nil if nobody knows.
  var byteCount: Int? { open.byteCount }

  /// Looks at the first bytes without taking them.
  ///
  /// - Parameter count: How many are enough.
  /// - Returns: The bytes, fewer only if there are no more, and the input with all of its bytes.
  /// - Throws: ``CommandFailure`` if they cannot be read.
  package func peeking(
    _ count: Int
  ) throws(CommandFailure) -> (head: ContiguousArray<UInt8>, input: StreamedInput) {
    var head: ContiguousArray<UInt8> = []
    // One byte more than the file has, so that its end shows; a file may grow.
    head.appendZeros(min(count, byteCount.map { $0 &+ 1 } ?? 1 << 16))
    var end = 0
    while end < count {
      if end == head.count { head.appendZeros(min(end, count - end)) }
      let read = try read(into: &head, from: end)
      if read == 0 { break }
      end += read
    }
    head.removeLast(head.count - end)
    return (head, preceded(by: head))
  }

  /// Returns the input with bytes that have been taken from its beginning.
  func preceded(by head: ContiguousArray<UInt8>) -> StreamedInput {
    StreamedInput(open.preceded(by: head))
  }

  /// Reads all bytes.
  ///
  /// - Throws: ``CommandFailure`` if they cannot be read, or are too many.
  package func readAll() throws(CommandFailure) -> ContiguousArray<UInt8> {
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
  /// - Throws: ``CommandFailure`` if they cannot be read, or end too early.
  package func read(
    into buffer: inout ContiguousArray<UInt8>,
    from start: Int
  ) throws(CommandFailure) -> Int {
    try open.read(into: &buffer, from: start)
  }

  /// Goes from the start to an offset, without reading where that can be done.
  ///
  /// - Returns: Whether the input has as many bytes.
  /// - Throws: ``CommandFailure`` if they cannot be read.
  @discardableResult
  func skip(to offset: Int) throws(CommandFailure) -> Bool {
    guard offset > 0, (try? (open.source as? any SeekableByteSource)?.seek(to: offset)) == nil
    else { return true }
    var left = offset
    var bytes = ContiguousArray<UInt8>(repeating: 0, count: min(left, 1 << 16))
    while left > 0 {
      if bytes.count > left { bytes.removeLast(bytes.count - left) }
      let count = try read(into: &bytes, from: 0)
      guard count > 0 else { return false }
      left -= count
    }
    return true
  }

  /// Returns the failure of an input that is not as it should be.
  package func failure(_ message: String) -> CommandFailure {
    CommandFailure(.badData, [Diagnostic(.error, message, file: file.name)])
  }
}
