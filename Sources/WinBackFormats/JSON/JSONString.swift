/// The range of a checked string in the bytes of a scanner.
///
/// The bytes between the quotes are valid UTF-8 without broken escapes. The scanner that read the
/// string returns its contents: ``JSONScanner/matches(_:_:)``, ``JSONScanner/bytes(of:)``,
/// ``JSONScanner/decode(_:into:)``, ``JSONScanner/text(of:)``.
package struct JSONString: Sendable, Hashable {
  /// The offset of the first byte after the opening quote.
  package let start: Int

  /// The offset of the closing quote.
  package let end: Int

  /// Whether there is a backslash between the quotes, so that the bytes are not the contents.
  package let hasEscapes: Bool

  package var byteCount: Int { end &- start }

  package var range: Range<Int> { start..<end }
}
