// The standard library's `sorted(by:)` is compiled again for each type of elements, about four
// kilobytes each. These functions sort indices, so that there is one compiled sort for all types.

extension Sequence {
  /// Returns the elements in the order of a predicate; equal elements keep their order.
  @inlinable
  package func ordered(by precedes: (Element, Element) -> Bool) -> [Element] {
    let elements = Array(self)
    return orderedIndices(elements.count) { precedes(elements[$0], elements[$1]) }
      .map { elements[$0] }
  }
}

extension Sequence where Element: Comparable {
  /// Returns the elements in ascending order; equal elements keep their order.
  @inlinable
  package func ordered() -> [Element] { ordered(by: <) }
}

@usableFromInline
@inline(never)
package func orderedIndices(_ count: Int, by precedes: (Int, Int) -> Bool) -> [Int] {
  (0..<count).sorted(by: precedes)
}
