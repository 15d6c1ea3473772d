import BlockIndex

/// A bitmap of the bytes that can end the plain text of strings in a block of JSON.
///
/// A bit is set for a quote, a backslash, a control character and a byte that is not ASCII. So it
/// depends on one byte only: a broken line does not change the bits of the next one. The bits are
/// computed with vectors and stored in memory that is used again for each block.
package struct JSONIndex: Sendable {
  /// The number of bytes that can be read after the end of a line on which a walk can start.
  private static let padding = 64

  private var words: ContiguousArray<UInt64> = []

  package init() {}

  /// Computes the index of some lines.
  ///
  /// - Parameters:
  ///   - range: The range of the lines.
  ///   - bytes: All readable bytes; those after the lines are read but not used.
  /// - Returns: A scanner of the lines, which reads the histories on them faster.
  @_lifetime(&self, copy bytes)
  package mutating func scanner(ofLines range: Range<Int>, of bytes: RawSpan) -> JSONScanner {
    let end = min(bytes.byteCount, range.upperBound + Self.padding)
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
    let walkEnd = readable.startOfLine(
      before: min(range.count, readable.byteCount - Self.padding)
    )
    let lines = readable.extracting(0..<range.count)
    return JSONScanner(JSONText(lines: lines, index: words.span), at: 0, walkEnd: walkEnd)
  }
}
