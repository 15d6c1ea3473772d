// The standard library's `contains`, `split`, `replacing` and `firstRange` for several elements come
// with Swift's regular expressions, which are a megabyte of a program and slow its start.

extension BidirectionalCollection where Element: Equatable {
  /// Returns the parts of the collection between the places where some elements follow each other.
  ///
  /// - Parameter separator: The elements; the first place counts where two overlap.
  /// - Returns: The parts, also those that are empty; the whole collection for no elements.
  /// - Complexity: O(*n* + *m*) for *n* elements and *m* of the separator, as Knuth, Morris and Pratt
  ///   search.
  @inlinable
  package func parts(around separator: some Sequence<Element>) -> [SubSequence] {
    let separator = Array(separator)
    guard !separator.isEmpty else { return [self[...]] }
    // How many elements of the separator are known to match when the one behind so many does not.
    var fallbacks = [0]
    /// Returns how many elements match with another one, when some did before it.
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

  /// Returns whether some elements follow each other in the collection; no elements do.
  ///
  /// - Complexity: O(*n* + *m*) for *n* elements and *m* others.
  @inlinable
  package func contains(part: some Collection<Element>) -> Bool {
    part.isEmpty || parts(around: part).count > 1
  }
}

extension String {
  package func replacing(all text: String, by other: String) -> String {
    parts(around: text).joined(separator: other)
  }
}

extension Dictionary {
  /// Creates a dictionary; of several values of one key, it has the first.
  ///
  /// The standard library's own initializer calls a closure that may throw any error, which
  /// Embedded Swift does not have.
  ///
  /// - Complexity: O(*n*) for *n* pairs.
  package init(keepingFirst pairs: some Sequence<(Key, Value)>) {
    self.init()
    for (key, value) in pairs where self[key] == nil { self[key] = value }
  }
}
