import WinBack

extension Collection<Storefront> {
  /// The codes in a few words: three of them, and how many more there are.
  var brief: String {
    let codes = map(\.code).sorted()
    let more = codes.count - 3
    guard more > 0 else { return codes.joined(separator: ", ") }
    return "\(codes.prefix(3).joined(separator: ", ")) and \(more) more"
  }
}
