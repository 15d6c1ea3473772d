/// A location in a JSON document for people, which is computed only to show an error.
package struct JSONLocation: Sendable, Hashable {
  /// The line, counted from 1; each line feed ends one.
  package let line: Int

  /// The column, counted from 1 in Unicode scalars, as an editor shows it except for combined
  /// characters; a byte order mark does not count.
  package let column: Int

  /// The path from the top to the innermost value, such as `offers[0].offerId`; empty at the top.
  ///
  /// Between members, it is the path of the object that contains them. From the opening quote of a
  /// key, it is that of the member, unless the document is broken before the colon.
  package let path: String

  /// Computes the location of an offset; the document can be broken there and after it.
  ///
  /// - Parameters:
  ///   - offset: The offset of a byte.
  ///   - document: The document, or several consecutive documents.
  ///   - start: The offset of the document among several.
  /// - Complexity: O(*n*) for *n* bytes before the offset.
  package init(of offset: Int, in document: RawSpan, ofValueAt start: Int = 0) {
    var line = 1
    var lineStart = JSONText(document).start
    for position in 0..<max(0, min(offset, document.byteCount))
    where document.byte(at: position) == UInt8(ascii: "\n") {
      line &+= 1
      lineStart = position &+ 1
    }
    var column = 1
    for position in lineStart..<max(lineStart, min(offset, document.byteCount))
    where document.byte(at: position) & 0xC0 != 0x80 {
      column &+= 1
    }
    self.line = line
    self.column = column
    var walk = JSONPathWalk(
      to: offset &- start,
      in: document.extracting(start..<document.byteCount)
    )
    path = walk.path()
  }
}
