/// An input that is open: its bytes, as they are behind gzip.
package struct StreamedInput: Sendable {
  package let file: InputFile

  let source: any ByteSource
  /// The bytes of the file as it is; 0 if there is none.
  let size: Int
  /// What decompresses them; nil if they are not compressed.
  private(set) var gzip: GzipSource?
}

extension StreamedInput {
  package init(_ file: InputFile, _ source: any ByteSource) {
    self.init(file: file, source: source, size: 0)
  }

  /// How many bytes come; nil if nobody knows.
  var byteCount: Int? { size > 0 && gzip == nil ? size : nil }

  /// Looks at the first bytes without taking them.
  ///
  /// - Parameter count: How many are enough.
  /// - Returns: The bytes, fewer only if there are no more, and the input with all of its bytes.
  /// - Throws: ``CommandFailure`` if they cannot be read.
  package func peeking(
    _ count: Int
  ) throws(CommandFailure) -> (head: ContiguousArray<UInt8>, input: StreamedInput) {
    var head: ContiguousArray<UInt8> = []
    var end = 0
    // One byte more than the file has, so that its end shows; a file may grow.
    head.appendZeros(min(count, byteCount.map { $0 &+ 1 } ?? 1 << 16))
    while try !fill(&head, from: &end), end < count { head.appendZeros(min(end, count - end)) }
    head.removeLast(head.count - end)
    return (head, preceded(by: head))
  }

  func preceded(by head: ContiguousArray<UInt8>) -> StreamedInput {
    StreamedInput(file: file, source: PeekedSource(source, head: head), size: size, gzip: gzip)
  }

  package func readAll() throws(CommandFailure) -> ContiguousArray<UInt8> {
    let limit = InputFile.defaultLimit
    return try readAll(limit: limit) { failure("expected at most \(limit >> 20) MiB, found more") }
  }

  func readAll(
    limit: Int,
    orElse tooMany: () -> CommandFailure
  ) throws(CommandFailure) -> ContiguousArray<UInt8> {
    guard size <= limit else { throw tooMany() }
    let bytes = try peeking(limit + 1).head
    guard bytes.count <= limit else { throw tooMany() }
    return bytes
  }

  /// Reads until some storage is full; see ``ByteSource``.
  package func fill(
    _ bytes: inout ContiguousArray<UInt8>,
    from end: inout Int
  ) throws(CommandFailure) -> Bool {
    do throws(SystemError) {
      return try source.fill(&bytes, from: &end)
    } catch {
      if let damage = gzip?.damage(in: file.name) { throw CommandFailure(.badData, [damage]) }
      throw file.failure(reading: error)
    }
  }

  package func failure(_ message: String) -> CommandFailure { .badData(message, in: file.name) }
}
