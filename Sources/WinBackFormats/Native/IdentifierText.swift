import WinBack

/// Where the identifiers of a history stand in its text, which the record keeps whole: to copy all
/// of it at once takes less time than to copy one identifier after the other.
struct IdentifierText {
  /// Where the history starts.
  private let start: Int
  /// Whether escapes stand in some identifier.
  private(set) var hasEscapes = false

  init(from start: Int) {
    self.start = start
  }

  @inline(__always)
  mutating func range(of string: JSONString) -> TextRange {
    if string.hasEscapes { hasEscapes = true }
    return TextRange(start: string.start &- start, count: string.byteCount)
  }
}

extension HistoryRecord {
  /// Keeps the text of a history up to where the scanner stands.
  mutating func keep(
    textFrom start: Int,
    _ identifiers: IdentifierText,
    _ scanner: borrowing JSONScanner
  ) {
    text.append(contentsOf: scanner.text.bytes, in: start..<scanner.offset)
    if identifiers.hasEscapes { decodeIdentifiers() }
  }

  private mutating func decodeIdentifiers() {
    let source = text
    customerId = decode(customerId, in: source)
    for index in transactions.indices {
      let transaction = transactions[index]
      transactions[index].transactionId = transaction.transactionId.map { decode($0, in: source) }
      transactions[index].originalTransactionId =
        transaction.originalTransactionId.map { decode($0, in: source) }
    }
    for index in renewals.indices {
      renewals[index].originalTransactionId =
        renewals[index].originalTransactionId.map { decode($0, in: source) }
    }
  }

  /// Adds the contents of an identifier with escapes behind the text.
  private mutating func decode(
    _ range: TextRange,
    in source: ContiguousArray<UInt8>
  ) -> TextRange {
    // A backslash starts an escape, wherever it stands in a string.
    guard source[range.indices].contains(UInt8(ascii: "\\")) else { return range }
    let start = text.count
    let string = JSONString(
      start: range.indices.lowerBound,
      end: range.indices.upperBound,
      hasEscapes: true
    )
    JSONText(source.rawBytes).decode(string, into: &text)
    return TextRange(start: start, count: text.count - start)
  }
}
