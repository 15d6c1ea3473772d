import BlockIndex

/// Where the plain text of strings can end in a block of JSON: a bit for each byte, found by vectors and
/// stored, in memory that is used again.
///
/// A bit is set for a quote, a backslash, a control character and a byte beyond ASCII. So it depends on
/// one byte alone: a broken line does not change what is found on the next one.
package struct JSONIndex: Sendable {
  private var words: ContiguousArray<UInt64> = []

  package init() {}

  /// Makes the index of some lines.
  ///
  /// - Parameters:
  ///   - range: Where the lines are.
  ///   - bytes: All bytes that can be read; those behind the lines are only looked at.
  /// - Returns: The lines with their index.
  /// - Complexity: O(*n*) for *n* bytes.
  @_lifetime(&self, copy bytes)
  package mutating func lines(_ range: Range<Int>, of bytes: RawSpan) -> IndexedJSON {
    let end = min(bytes.byteCount, range.upperBound + IndexedJSON.padding)
    let readable = bytes.extracting(range.lowerBound..<end)
    // A walk loads words from anywhere, so that one more must be there.
    let count = readable.byteCount / 64 + 2
    if words.count < count {
      words.append(contentsOf: repeatElement(0, count: count - words.count))
    }
    unsafe readable.withUnsafeBytes { source in
      unsafe words.withUnsafeMutableBufferPointer { target in
        unsafe winback_index_json(
          source.baseAddress?.assumingMemoryBound(to: UInt8.self),
          source.count,
          target.baseAddress
        )
      }
    }
    return IndexedJSON(
      bytes: readable.extracting(0..<range.count),
      isLines: true,
      words: words.span,
      walkEnd: readable.startOfLine(
        before: min(range.count, readable.byteCount - IndexedJSON.padding)
      )
    )
  }

  /// Makes the index of a whole input that is JSON Lines; a document gets none.
  @_lifetime(&self, copy bytes)
  package mutating func input(_ bytes: RawSpan) -> IndexedJSON {
    guard JSONScanner.holdsLines(bytes) else {
      return IndexedJSON(bytes: bytes, isLines: false, words: words.span, walkEnd: 0)
    }
    return lines(0..<bytes.byteCount, of: bytes)
  }
}

/// JSON with the index of its bytes.
package struct IndexedJSON: ~Escapable {
  /// How many bytes can be read behind the end of a line before ``walkEnd``.
  static var padding: Int { 64 }

  let bytes: RawSpan
  let isLines: Bool
  let words: Span<UInt64>
  /// The end of the last line that a walk may start on; 0 if there is none.
  let walkEnd: Int

  @_lifetime(copy bytes, copy words)
  fileprivate init(bytes: RawSpan, isLines: Bool, words: Span<UInt64>, walkEnd: Int) {
    self.bytes = bytes
    self.isLines = isLines
    self.words = words
    self.walkEnd = walkEnd
  }
}
