/// The warnings of a reader, in the order in which they arise.
struct FormatWarnings: Sendable {
  /// The most warnings that get a place: to find one means to read the input up to there again.
  private static let placeLimit = 100

  private(set) var all: [FormatWarning] = []

  /// Adds a warning about the whole input.
  mutating func append(_ message: String) {
    all.append(FormatWarning(message))
  }

  /// Adds a warning at a value.
  mutating func append(_ message: String, at node: JSONNode) {
    append(message) { node.error(message) }
  }

  /// Adds a warning at a place.
  mutating func append(_ message: String, at place: () -> FormatError) {
    all.append(all.count < Self.placeLimit ? FormatWarning(place()) : FormatWarning(message))
  }
}
