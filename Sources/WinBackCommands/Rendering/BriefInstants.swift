package import CalendarTime

extension Instant {
  /// The instant as people read it, in UTC: a date where it is midnight, else a date and the minute.
  package var brief: String {
    description.withBriefInstants
  }
}

extension String {
  /// The text with the instants in it as people read them: to the minute.
  ///
  /// Explanations come from the rules with exact instants; a person takes in a date faster.
  ///
  /// - Complexity: O(*n*) for *n* bytes. A regular expression would be compiled for each text, which
  ///   took a quarter of the time of `winback evaluate`.
  package var withBriefInstants: String {
    let bytes = Array(utf8)
    var brief: [UInt8] = []
    brief.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let first = rest.first {
      if let count = rest.instantCount {
        brief += rest.prefix(Self.dateCount)
        let time = rest.dropFirst(Self.dateCount + 1).prefix(5)
        // No-break spaces keep an instant on one line.
        if !time.elementsEqual("00:00".utf8) { brief += "\u{A0}".utf8 + time + "\u{A0}UTC".utf8 }
        rest = rest.dropFirst(count)
      } else {
        brief.append(first)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: brief, as: UTF8.self)
  }

  /// The number of bytes of a date.
  private static let dateCount = 10
}

extension ArraySlice<UInt8> {
  /// The number of bytes of the instant that it begins with, as ISO 8601 in UTC; nil if there is none.
  fileprivate var instantCount: Int? {
    func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
    let form = "0000-00-00T00:00:00".utf8
    guard count > form.count,
      zip(self, form).allSatisfy({ $1 == UInt8(ascii: "0") ? isDigit($0) : $0 == $1 })
    else { return nil }
    var rest = dropFirst(form.count)
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: isDigit)
      guard !fraction.isEmpty else { return nil }
      rest = rest.dropFirst(1 + fraction.count)
    }
    return rest.first == UInt8(ascii: "Z") ? count - rest.count + 1 : nil
  }
}
