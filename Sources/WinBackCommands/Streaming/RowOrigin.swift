/// Where a row was before rows were sorted.
package struct RowOrigin: Sendable, Hashable {
  /// Where the row starts in its block.
  let start: Int
  /// The number of line feeds before it in the input.
  let line: Int
  /// The offset of its first byte in the input.
  let offset: Int
}
