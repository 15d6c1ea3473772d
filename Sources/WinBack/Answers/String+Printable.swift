extension String {
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The text with an escape sequence for each character that would control a terminal, or that hides
  /// or turns other text.
  ///
  /// Control characters, line ends and marks of format become escapes such as `\u{1B}`. A joiner stays
  /// between the letters and pictures that it joins.
  package var printable: String {
    // Most texts have only ASCII, and most others have only letters besides.
    guard !utf8.allSatisfy({ 0x20...0x7E ~= $0 }),
      unicodeScalars.contains(where: { $0.isHidden || $0.isJoiner })
    else { return self }
    var text = ""
    var isAfterASCII = true
    for scalar in unicodeScalars {
      if scalar.isHidden || scalar.isJoiner && isAfterASCII {
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
      isAfterASCII = scalar.isASCII
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var isJoiner: Bool { 0x200C...0x200D ~= value }

  /// What Unicode calls a control, a separator of lines or a mark of format other than a joiner, in order;
  /// the tables of Unicode are not in every program.
  private static let hidden: [ClosedRange<UInt32>] = [
    0x00...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x600...0x605, 0x61C...0x61C, 0x6DD...0x6DD,
    0x70F...0x70F, 0x890...0x891, 0x8E2...0x8E2, 0x180E...0x180E, 0x200B...0x200B,
    0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF...0xFEFF, 0xFFF9...0xFFFB,
    0x110BD...0x110BD, 0x110CD...0x110CD, 0x13430...0x1343F, 0x1BCA0...0x1BCA3,
    0x1D173...0x1D17A, 0xE0001...0xE007F,
  ]

  fileprivate var isHidden: Bool {
    Self.hidden.first { value <= $0.upperBound }?.contains(value) ?? false
  }
}
