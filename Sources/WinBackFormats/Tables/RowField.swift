/// Where the value of a column stands in the bytes of a row.
package struct RowField: Sendable, Hashable {
  /// How the contents are written.
  package enum Escaping: UInt8, Sendable {
    /// As they are.
    case none
    /// With each double quote written twice, as CSV has it.
    case doubledQuotes
    /// With the escapes of JSON.
    case json
  }

  package let start: Int
  package let end: Int
  package let escaping: Escaping

  @inline(__always)
  init(start: Int, end: Int, escaping: Escaping = .none) {
    self.start = start
    self.end = end
    self.escaping = escaping
  }

  /// A value that is not there.
  package static var absent: RowField { RowField(start: 0, end: 0) }

  var range: Range<Int> { start..<end }
}
