extension Sequence<String> {
  /// The names as a message lists them: in quotes, with commas between them and "or" before the last.
  package var quotedAlternatives: String {
    let quoted = map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }
}
