import CEL
import Testing

/// A source that is wrong, with a mark below what is wrong, and what the error says.
///
///     1 + 'a'
///       ^
///     no operator '+' for int and string
///
/// The mark goes on with `~` where more than one byte is wrong, and stands after the source where
/// something is missing at its end.
struct MarkedError: Sendable, CustomStringConvertible {
  let source: String
  let offset: Int
  let length: Int
  let text: String

  /// Returns the examples of a text, between which blank lines stand.
  static func list(_ text: String) -> [MarkedError] {
    text.split(separator: "\n\n").map { MarkedError($0) }
  }

  private init(_ example: Substring) {
    let lines = example.split(separator: "\n", omittingEmptySubsequences: false)
    source = lines.dropLast(2).joined(separator: "\n")
    let mark = lines.dropLast().last ?? ""
    let column = mark.prefix { $0 == " " }.utf8.count
    offset = source.utf8.count - (lines.dropLast(2).last?.utf8.count ?? 0) + column
    length = offset >= source.utf8.count ? 0 : mark.utf8.count - column
    text = lines.last.map(String.init) ?? ""
  }

  var description: String { source }

  /// Makes sure that reading the source gives the expected error, at the expected place.
  func expect(
    reading read: (String) throws -> Void = { _ = try Expression($0, in: .example) }
  ) {
    let error = #expect(throws: ExpressionError.self) { try read(source) }
    #expect(error.map { "\($0.offset), \($0.length)" } == "\(offset), \(length)")
    #expect(error?.description == text)
  }
}
