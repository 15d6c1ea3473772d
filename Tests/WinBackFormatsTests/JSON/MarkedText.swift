/// A text with a `^` before the byte that matters.
struct MarkedText {
  let bytes: ContiguousArray<UInt8>
  let offset: Int

  init(_ text: String) {
    let parts = text.split(separator: "^", maxSplits: 1, omittingEmptySubsequences: false)
    offset = parts[0].utf8.count
    bytes = ContiguousArray(parts.joined().utf8)
  }
}
