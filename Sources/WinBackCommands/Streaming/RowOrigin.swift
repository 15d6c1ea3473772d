/// Where a row was before rows were sorted.
package struct RowOrigin: Sendable, Hashable {
  /// Where the row starts in its block.
  let start: Int
  /// Where it was in the input.
  let place: HistoryPlace
}
