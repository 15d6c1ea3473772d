extension Int {
  /// The number with spaces between groups of three digits.
  package var grouped: String {
    let digits = String(self)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += " " }
      text.append(digit)
    }
    return text
  }

  /// The number of some things, which are called so when there is one.
  package func counted(_ singular: String) -> String {
    "\(grouped) \(singular)\(self == 1 ? "" : "s")"
  }
}
