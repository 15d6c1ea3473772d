/// A part of a whole, as charts use it: in thousandths of a percent, the same on every machine.
package struct Percentage: Sendable, Hashable {
  package let thousandths: Int

  /// Creates the percentage of a part; none of an empty whole.
  ///
  /// A share outside of 0 to 100 % is clipped.
  package init(_ part: Double, of whole: Double) {
    let share = whole > 0 ? part / whole : 0
    thousandths = Int((min(max(share, 0), 1) * 100_000).rounded())
  }

  package init(_ count: Int, of whole: Int) {
    let (part, all) = (Int64(min(max(count, 0), whole)), Int64(whole))
    thousandths = whole > 0 ? Int((200_000 * part + all) / (2 * all)) : 0
  }

  private init(thousandths: Int) { self.thousandths = thousandths }

  /// The percentage as CSS and SVG write lengths, such as `12.5%`.
  package var length: String { number + "%" }

  /// The percentage as a coordinate in a picture 100 units wide, such as `12.5`.
  package var number: String {
    var text = thousandths.thousandths[...]
    while text.last == "0" { text.removeLast() }
    return String(text.last == "." ? text.dropLast() : text)
  }

  /// The percentage as people read it, with one digit after the point; never 0 or 100 by rounding.
  package var rounded: String {
    guard thousandths > 0, thousandths < 100_000 else { return "\(thousandths / 1_000) %" }
    let tenths = min(max((thousandths + 50) / 100, 0), 999)
    return tenths == 0 ? "< 0.1 %" : "\(tenths / 10).\(tenths % 10) %"
  }

  /// Where text at this percentage ends or begins, so that it stays within the picture.
  package var textAnchor: String {
    switch thousandths {
    case ..<22_000: "start"
    case 78_000...: "end"
    default: "middle"
    }
  }

  package static func - (lhs: Percentage, rhs: Percentage) -> Percentage {
    Percentage(thousandths: max(0, lhs.thousandths - rhs.thousandths))
  }
}

extension Int {
  /// The number of thousandths with three digits after the point, such as `12.500`.
  package var thousandths: String { "\(self / 1_000).\(String(1_000 + self % 1_000).dropFirst())" }
}
