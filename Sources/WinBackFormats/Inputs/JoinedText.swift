/// The text of several inputs that are read as one, each of which starts on a line of its own.
package struct JoinedText: Sendable {
  package private(set) var bytes: ContiguousArray<UInt8> = []
  private var starts: [(name: String, line: Int)] = []
  private var lineCount = 0

  package init() {}

  /// Creates the text of one input.
  init(_ contents: ContiguousArray<UInt8>, of name: String) {
    bytes = contents
    starts = [(name, 0)]
  }

  package var name: String { starts.map { $0.name }.joined(separator: ", ") }

  package mutating func append(_ contents: ContiguousArray<UInt8>, of name: String) {
    if !starts.isEmpty { bytes.append(UInt8(ascii: "\n")) }
    // Between documents, a mark of byte order would be a fault.
    bytes += contents[(starts.isEmpty ? 0 : JSONText(contents.rawBytes).start)...]
    starts.append((name, lineCount))
    lineCount += contents.rawBytes.lineFeedCount + 1
  }

  /// Returns the input with a line of the text, and the number of lines before that input.
  package func file(ofLine line: Int?) -> (name: String?, linesBefore: Int) {
    let file = starts.last { $0.line < line ?? 0 } ?? starts.first
    return (file?.name, file?.line ?? 0)
  }
}
