/// A number of a JSON document: its exact whole part and its offsets.
///
/// Only the value counts, not the spelling: `1000`, `1000.0` and `1e3` are the same integer.
package struct JSONNumber: Sendable, Hashable {
  /// Whether the whole part is the exact value, is rounded down, or does not fit.
  enum Form: UInt8, Sendable {
    case integer
    case fraction
    case beyondInt64
  }

  package let start: Int

  /// The offset after the last byte.
  package let end: Int

  let whole: Int64
  let form: Form

  package var range: Range<Int> { start..<end }

  /// The exact value; nil if it has a fraction or does not fit.
  package var integer: Int64? { form == .integer ? whole : nil }

  /// The largest integer that is not greater than the exact value; nil if it does not fit.
  package var floored: Int64? { form == .beyondInt64 ? nil : whole }
}
