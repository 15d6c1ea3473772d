/// An input that is open: its bytes, as they are behind gzip.
package struct OpenInput: Sendable {
  /// What the bytes are called.
  let file: InputFile

  /// Where they come from.
  let source: any ByteSource

  /// The bytes of the file as it is; 0 if there is none.
  var size = 0

  /// What decompresses them; nil if they are not compressed.
  var gzip: GzipSource?

  /// How many bytes come; nil if nobody knows.
  var byteCount: Int? { size > 0 && gzip == nil ? size : nil }

  /// Returns the input with bytes that have been taken from its beginning.
  func preceded(by head: ContiguousArray<UInt8>) -> OpenInput {
    OpenInput(file: file, source: PeekedSource(source, head: head), size: size, gzip: gzip)
  }

  /// Reads the bytes that are there, waiting for the first one; see ``ByteSource``.
  func read(
    into buffer: inout ContiguousArray<UInt8>,
    from start: Int
  ) throws(CommandFailure) -> Int {
    do throws(SystemError) {
      return try source.read(into: &buffer, from: start)
    } catch {
      if let damage = gzip?.damage(in: file.name) { throw CommandFailure(.badData, [damage]) }
      throw file.failure(reading: error)
    }
  }
}
