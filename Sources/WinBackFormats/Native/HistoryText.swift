import WinBack

/// The text that contains the identifiers of a history.
///
/// Copying all of a history at once, or nothing, is faster than copying each identifier.
package enum HistoryText: Sendable {
  /// The record copies the text of the history.
  case copied
  /// The record shares the bytes that are read; the offset is that of the scanner's first byte.
  ///
  /// Remove the bytes from the record before they are changed; otherwise they are copied.
  case shared(ContiguousArray<UInt8>, offset: Int)
}

extension HistoryRecord {
  mutating func begin(_ text: HistoryText, at start: Int) {
    hasEscapes = false
    switch text {
    case .copied: textStart = start
    case .shared(_, let offset): textStart = 0 &- offset
    }
  }

  @inline(__always)
  mutating func range(of string: JSONString) -> TextRange {
    if string.hasEscapes { hasEscapes = true }
    return TextRange(start: string.start &- textStart, count: string.byteCount)
  }

  /// Stores the text of a history, from its start to the scanner's offset.
  mutating func keep(_ text: HistoryText, from start: Int, _ scanner: borrowing JSONScanner) {
    switch text {
    case .copied: self.text.append(contentsOf: scanner.text.bytes, in: start..<scanner.offset)
    case .shared(let bytes, offset: _): self.text = bytes
    }
    if hasEscapes { decodeIdentifiers() }
  }

  /// Replaces the escapes of identifiers by what they stand for.
  mutating func decodeIdentifiers() {
    let source = text
    text = []
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

  /// Appends the contents of an identifier to the text.
  private mutating func decode(_ range: TextRange, in source: ContiguousArray<UInt8>) -> TextRange {
    let start = text.count
    let string = JSONString(
      start: range.indices.lowerBound,
      end: range.indices.upperBound,
      // In a JSON string, every backslash starts an escape.
      hasEscapes: source[range.indices].contains(UInt8(ascii: "\\"))
    )
    JSONText(source.rawBytes).decode(string, into: &text)
    return TextRange(start: start, count: text.count - start)
  }
}
