import BlockIndex

/// A bitmap of the bytes that can end the plain text of strings in a block of JSON.
///
/// A bit is set for a quote, a backslash, a control character and a byte that is not ASCII. So it
/// depends on one byte only: a broken line does not change the bits of the next one. The bits are
/// computed with vectors and stored in memory that is used again for each block.
package struct JSONIndex: Sendable {
  private var words: ContiguousArray<UInt64> = []

  package init() {}

  /// Computes the index of some lines.
  ///
  /// - Parameters:
  ///   - range: The range of the lines.
  ///   - bytes: All readable bytes; those after the lines are read but not used.
  /// - Returns: The lines with their index.
  @_lifetime(&self, copy bytes)
  package mutating func lines(_ range: Range<Int>, of bytes: RawSpan) -> IndexedJSON {
    let end = min(bytes.byteCount, range.upperBound + IndexedJSON.padding)
    let readable = bytes.extracting(range.lowerBound..<end)
    // A walk loads words at any offset, so one more word must exist.
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
}

package struct IndexedJSON: ~Escapable {
  /// The number of bytes that can be read after the end of a line before ``walkEnd``.
  static var padding: Int { 64 }

  let bytes: RawSpan
  let isLines: Bool
  let words: Span<UInt64>
  /// The end of the last line on which a walk can start; 0 if there is none.
  let walkEnd: Int

  @_lifetime(copy bytes, copy words)
  fileprivate init(bytes: RawSpan, isLines: Bool, words: Span<UInt64>, walkEnd: Int) {
    self.bytes = bytes
    self.isLines = isLines
    self.words = words
    self.walkEnd = walkEnd
  }
}
