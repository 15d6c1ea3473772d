// The standard library's `contains`, `split`, `replacing` and `firstRange` for several elements
// need Swift's regular expressions, which add a megabyte to a program and slow its start.

extension BidirectionalCollection where Element: Equatable {
  /// Returns the parts of the collection between the occurrences of a separator.
  ///
  /// - Parameter separator: The elements; of two occurrences that overlap, the first counts.
  /// - Returns: The parts, including empty ones; the whole collection if the separator is empty.
  /// - Complexity: O(*n* + *m*) for *n* elements and *m* of the separator, by the algorithm of
  ///   Knuth, Morris and Pratt.
  @inlinable
  package func parts(around separator: some Sequence<Element>) -> [SubSequence] {
    let separator = Array(separator)
    guard !separator.isEmpty else { return [self[...]] }
    // For each count of matched elements, how many still match if the next one does not.
    var fallbacks = [0]
    /// Returns how many elements match after one more element.
    func matched(_ count: Int, and element: Element) -> Int {
      var count = count
      while count > 0, separator[count] != element { count = fallbacks[count - 1] }
      return separator[count] == element ? count + 1 : 0
    }
    for element in separator.dropFirst() {
      fallbacks.append(matched(fallbacks[fallbacks.count - 1], and: element))
    }
    var parts: [SubSequence] = []
    var (start, count) = (startIndex, 0)
    for index in indices {
      count = matched(count, and: self[index])
      guard count == separator.count else { continue }
      let end = self.index(after: index)
      parts.append(self[start..<self.index(end, offsetBy: -count)])
      (start, count) = (end, 0)
    }
    return parts + [self[start...]]
  }

  /// Returns whether the collection contains some elements in a row; an empty part is in all of
  /// them.
  @inlinable
  package func contains(part: some Collection<Element>) -> Bool {
    part.isEmpty || parts(around: part).count > 1
  }
}

extension String {
  package func replacing(all text: String, by other: String) -> String {
    parts(around: text).joined(separator: other)
  }

  /// Returns whether two strings have the same bytes; strings can be equal although their bytes differ.
  package func hasBytes(of other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let areEqual = unsafe utf8.withContiguousStorageIfAvailable { bytes in
      unsafe other.utf8.withContiguousStorageIfAvailable { unsafe bytes.elementsEqual($0) }
    }
    return areEqual.flatMap { $0 } ?? utf8.elementsEqual(other.utf8)
  }
}

extension Dictionary {
  /// The standard library's initializer calls a closure that can throw any error, which Embedded
  /// Swift does not support.
  package init(keepingFirst pairs: some Sequence<(Key, Value)>) {
    self.init()
    for (key, value) in pairs where self[key] == nil { self[key] = value }
  }
}

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
