/// The text of an expression as bytes, with the errors that name a location in it.
struct SourceText: Sendable {
  /// The longest text that is read, in bytes.
  static let maximumLength = 16_384
  let bytes: ContiguousArray<UInt8>

  init(_ text: String) throws(ExpressionError) {
    guard text.utf8.count <= Self.maximumLength else {
      throw ExpressionError(
        kind: .sourceTooLong(length: text.utf8.count, limit: Self.maximumLength),
        offset: Self.maximumLength,
        length: 0,
        suggestion: nil
      )
    }
    bytes = ContiguousArray(text.utf8)
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func error(
    _ kind: ExpressionError.Kind,
    at range: Range<Int>,
    suggestion: String? = nil
  ) -> ExpressionError {
    ExpressionError(
      kind: kind,
      offset: range.lowerBound,
      length: range.count,
      suggestion: suggestion
    )
  }
}
