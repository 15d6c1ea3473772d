extension Range where Bound: FixedWidthInteger {
  /// Searches for the first number for which a condition does not hold.
  ///
  /// - Parameter condition: A condition that holds for no number after the first one for which it
  ///   does not hold.
  /// - Returns: The number; the upper bound if there is none.
  /// - Complexity: O(log *n*) for *n* numbers.
  @inlinable
  package func end(while condition: (Bound) -> Bool) -> Bound {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low &+ (high &- low) / 2
      if condition(middle) { low = middle &+ 1 } else { high = middle }
    }
    return low
  }
}
