extension JSONScanner {
  /// Returns the ranges of the lines that are not blank, with their line feeds; none if the input is
  /// one document.
  static func lines(in bytes: RawSpan) -> [Range<Int>] {
    guard !startsDocument(bytes) else { return [] }
    var ranges: [Range<Int>] = []
    var lines = JSONScanner(lines: bytes)
    while lines.nextLine() {
      let end = bytes.endOfLine(from: lines.offset)
      ranges.append(lines.offset..<min(end + 1, bytes.byteCount))
    }
    return ranges
  }

  /// Returns whether an input starts with a document of several lines, such as formatted JSON.
  ///
  /// A broken first line is such a document, unless the next line is a complete value.
  package static func startsDocument(_ head: RawSpan) -> Bool {
    var lines = JSONScanner(lines: head)
    if lines.nextLineIsValue() { return false }
    var document = JSONScanner(head)
    guard document.skipWhitespace() else { return false }
    let start = document.offset
    do throws(JSONError) {
      return head.startOfLine(before: try document.skipValue().upperBound) > start
    } catch {
      return head.startOfLine(before: error.offset) > start && !lines.nextLineIsValue()
    }
  }

  /// Moves to the next line, and returns whether it is a complete value.
  mutating func nextLineIsValue() -> Bool {
    nextLine() && (try? skipValue()) != nil && (try? finish()) != nil
  }
}
