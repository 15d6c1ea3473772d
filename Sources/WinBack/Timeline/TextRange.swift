/// A piece of the text that a history record carries.
@usableFromInline
package struct TextRange: Sendable, Hashable {
  @usableFromInline package let start: Int32
  @usableFromInline package let count: Int32

  @inlinable
  package init(start: Int, count: Int) {
    self.start = Int32(truncatingIfNeeded: start)
    self.count = Int32(truncatingIfNeeded: count)
  }

  /// The positions of the piece in its text.
  @inlinable package var indices: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
