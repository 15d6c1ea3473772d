extension Int {
  /// The number in groups of three digits with spaces between them.
  package var grouped: String {
    let digits = String(self)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += " " }
      text.append(digit)
    }
    return text
  }

  /// Returns the number with a noun, which is given in the singular.
  package func counted(_ singular: String) -> String {
    "\(grouped) \(singular)\(self == 1 ? "" : "s")"
  }
}
