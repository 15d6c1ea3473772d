/// A piece of the text that a history record carries.
package struct TextRange: Sendable, Hashable {
  package let start: Int32
  package let count: Int32

  @inlinable
  package init(start: Int, count: Int) {
    self.start = Int32(truncatingIfNeeded: start)
    self.count = Int32(truncatingIfNeeded: count)
  }

  /// The positions of the piece in its text.
  package var indices: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
