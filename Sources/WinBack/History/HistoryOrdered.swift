/// A part of a history whose order depends on its record, since that has the identifiers.
protocol HistoryOrdered {
  /// Returns whether this comes before another part of the same history.
  func precedes(_ other: Self, in history: borrowing HistoryRecord) -> Bool
}

extension ContiguousArray where Element: HistoryOrdered {
  /// Sorts the elements, which are of one history.
  ///
  /// Exports are usually in order already; an insertion sort needs one pass and no storage then. A long
  /// history that is not in order is rare, and can need storage.
  ///
  /// - Complexity: O(*n*) for *n* elements in order, else O(*n* log *n*).
  mutating func sort(in history: borrowing HistoryRecord) {
    let limit = 16 * count
    var moves = 0
    var span = mutableSpan
    for end in span.indices.dropFirst() {
      let element = span[end]
      var index = end
      while index > 0, element.precedes(span[index - 1], in: history) {
        span[index] = span[index - 1]
        index -= 1
        moves += 1
      }
      if index < end { span[index] = element }
      guard moves <= limit else { break }
    }
    guard moves > limit else { return }
    let record = copy history
    sort { $0.precedes($1, in: record) }
  }
}
