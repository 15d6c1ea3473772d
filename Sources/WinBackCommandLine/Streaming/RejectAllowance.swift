/// How many rejected lines, or other things that should not be, a run may have and still succeed.
package struct RejectAllowance: Sendable {
  private enum Amount: Sendable {
    case lines(Int)
    case percent(Double)
  }

  /// The amount as the user wrote it.
  let text: String

  private let amount: Amount

  package static let none = RejectAllowance(text: "0", amount: .lines(0))
  static let any = RejectAllowance(text: "100%", amount: .percent(100))
}

extension RejectAllowance {
  /// Reads a number of lines such as `100`, or a share of them such as `0.5%`.
  init?(_ text: String) {
    self.text = text
    if text.hasSuffix("%") {
      guard let percent = Double(text.dropLast()), percent >= 0, percent <= 100 else { return nil }
      amount = .percent(percent)
    } else {
      guard let lines = Int(text), lines >= 0 else { return nil }
      amount = .lines(lines)
    }
  }

  package func covers(_ count: Int, of all: Int) -> Bool {
    switch amount {
    case .lines(let lines): count <= lines
    case .percent(let percent): Double(count) * 100 <= Double(all) * percent
    }
  }
}

extension ValueType where Value == RejectAllowance {
  package static func allowance(of things: String) -> Self {
    Self(expecting: "a number of \(things) or a percentage such as 0.5%", RejectAllowance.init)
  }
}
