/// The lines and columns of a document, for many offsets in it.
///
/// The time to find a position does not depend on the offset.
package struct JSONPositions: Sendable {
  /// The number of bytes between two offsets whose positions are stored.
  private static let distance = 1024

  private let bytes: ContiguousArray<UInt8>
  /// The position of every byte whose offset is a multiple of the distance.
  private let marks: ContiguousArray<(line: Int, column: Int)>

  package init(of document: JSONDocument) {
    bytes = document.bytes
    let text = document.bytes.rawBytes
    var marks: ContiguousArray<(line: Int, column: Int)> = []
    var position = (line: 1, column: 1)
    var offset = 0
    while offset < text.byteCount {
      marks.append(position)
      let end = min(offset + Self.distance, text.byteCount)
      position = Self.position(of: end, from: (offset, position), in: text)
      offset = end
    }
    self.marks = marks
  }

  /// Returns an error at a value whose path is known.
  package func error(_ message: String, at node: JSONNode, path: String) -> FormatError {
    let markIndex = node.offset / Self.distance
    let mark = marks.indices.contains(markIndex) ? marks[markIndex] : (1, 1)
    let position = Self.position(
      of: node.offset,
      from: (markIndex * Self.distance, mark),
      in: bytes.rawBytes
    )
    return FormatError(
      message: message,
      offset: node.offset,
      line: position.line,
      column: position.column,
      path: path
    )
  }

  /// Returns the position of an offset from the known position of an earlier offset.
  ///
  /// Each line feed ends a line, and columns count Unicode scalars, as an editor shows them except
  /// for combined characters.
  static func position(
    of offset: Int,
    from known: (offset: Int, position: (line: Int, column: Int)) = (0, (1, 1)),
    in text: RawSpan
  ) -> (line: Int, column: Int) {
    var (line, column) = known.position
    // A byte order mark does not count.
    let start = max(known.offset, known.offset == 0 ? JSONText(text).start : 0)
    for index in start..<max(start, min(offset, text.byteCount)) {
      let byte = text.byte(at: index)
      if byte == UInt8(ascii: "\n") {
        (line, column) = (line &+ 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column &+= 1
      }
    }
    return (line, column)
  }
}
