/// A part of a whole, as charts place things: in thousandths of a percent, the same on every machine.
struct Percentage: Sendable, Hashable {
  /// Thousandths of a percent.
  let thousandths: Int

  /// Creates the percentage of a part; none of an empty whole.
  ///
  /// A share outside of 0 to 100 % is clipped.
  init(_ part: Double, of whole: Double) {
    let share = whole > 0 ? part / whole : 0
    thousandths = Int((min(max(share, 0), 1) * 100_000).rounded())
  }

  private init(thousandths: Int) {
    self.thousandths = thousandths
  }

  /// The whole.
  static let all = Percentage(thousandths: 100_000)

  /// The percentage as CSS and SVG write lengths, such as `12.5%`.
  var length: String { number + "%" }

  /// The percentage as a coordinate in a picture 100 units wide, such as `12.5`.
  var number: String {
    let fraction = String(1_000 + thousandths % 1_000).dropFirst()
    let digits = String(fraction.reversed().drop { $0 == "0" }.reversed())
    return String(thousandths / 1_000) + (digits.isEmpty ? "" : "." + digits)
  }

  /// The percentage as people read it, with one digit after the point; never 0 or 100 by rounding.
  var rounded: String {
    guard thousandths > 0, thousandths < 100_000 else { return "\(thousandths / 1_000) %" }
    let tenths = min(max((thousandths + 50) / 100, 0), 999)
    return tenths == 0 ? "< 0.1 %" : "\(tenths / 10).\(tenths % 10) %"
  }

  static func - (lhs: Percentage, rhs: Percentage) -> Percentage {
    Percentage(thousandths: max(0, lhs.thousandths - rhs.thousandths))
  }
}
