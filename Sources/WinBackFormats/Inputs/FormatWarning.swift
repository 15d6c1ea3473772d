/// A fact about an input that its user should know, although it is not an error.
///
/// If a reader leaves something out or treats it as unknown, there is always a warning about it.
public struct FormatWarning: Sendable, Hashable {
  /// The message; lower case, without a full stop.
  public let message: String

  /// The line, counted from 1; nil if it is about the whole input.
  public let line: Int?

  /// The column, counted from 1 in Unicode scalars.
  public let column: Int?

  /// The path in a JSON document, such as `signedTransactions[0]`; empty at the top.
  public let path: String

  /// Creates a warning about the whole input.
  package init(_ message: String) {
    self.message = message
    line = nil
    column = nil
    path = ""
  }

  /// Creates a warning at the location of an error that was not thrown.
  package init(_ place: FormatError) {
    message = place.message
    line = place.line
    column = place.column
    path = place.path
  }
}

extension FormatError {
  init(ofInput message: String) { self.init(message: message, offset: 0, line: 1, column: 1) }
}

/// The warnings of a reader, in the order in which they were added.
struct FormatWarnings: Sendable {
  /// The most warnings with a location: to find one, the input is read again up to it.
  private static let placeLimit = 100

  private(set) var all: [FormatWarning] = []

  /// Adds a warning about the whole input.
  mutating func append(_ message: String) { all.append(FormatWarning(message)) }

  mutating func append(_ message: String, at node: JSONNode) {
    append(message) { node.error(message) }
  }

  mutating func append(_ message: String, at place: () -> FormatError) {
    all.append(all.count < Self.placeLimit ? FormatWarning(place()) : FormatWarning(message))
  }
}
