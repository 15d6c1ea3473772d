import Testing

/// A text with a `^` before the byte that matters.
struct MarkedText {
  let bytes: ContiguousArray<UInt8>
  let offset: Int

  init(_ text: String) {
    let parts = text.split(separator: "^", maxSplits: 1, omittingEmptySubsequences: false)
    offset = parts[0].utf8.count
    bytes = ContiguousArray(parts.joined().utf8)
  }

  /// A sample with one part replaced; the mark is in the new one.
  init(_ sample: String, replacing old: String, with marked: String) throws {
    try #require(sample.contains(old))
    self.init(sample.replacing(old, with: marked, maxReplacements: 1))
  }

  /// Returns the text of an error that points at the mark.
  func error(_ message: String, at path: String) -> String {
    let before = String(decoding: bytes.prefix(offset), as: UTF8.self)
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    let column = (lines.last?.unicodeScalars.count ?? 0) + 1
    return "\(lines.count):\(column): \(message)" + (path.isEmpty ? "" : " (at \(path))")
  }
}
