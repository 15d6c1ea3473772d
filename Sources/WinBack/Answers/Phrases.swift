import CEL

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

  /// Returns the number with a noun, whose plural has an `s` if no other one is given.
  package func counted(_ singular: String, _ plural: String? = nil) -> String {
    "\(grouped) \(noun(singular, plural))"
  }

  /// Returns a noun in the form that follows the number, for a text that has the number elsewhere.
  package func noun(_ singular: String, _ plural: String? = nil) -> String {
    self == 1 ? singular : plural ?? singular + "s"
  }
}

extension CivilDate {
  /// The day in a form for people, such as `30 June 2026`.
  package var phrase: String { "\(day) \(Self.monthNames[Int(month) - 1]) \(year)" }
}

extension Instant {
  /// The instant for people, in UTC: a day at midnight, else a day and the time to the minute.
  ///
  /// The last instant of a day is that day.
  package var brief: String { isMidnight || after.isMidnight ? day : time }

  /// Returns the instant for people beside another one: with the time if both are on one day.
  package func brief(beside other: Instant?) -> String {
    other.map { $0.date == date ? time(beside: $0) : brief } ?? brief
  }

  /// Returns the instant to the minute, or exactly if it is not another one of the same minute.
  package func time(beside other: Instant) -> String {
    self != other && time == other.time ? description : time
  }

  /// The day of the instant in UTC.
  package var day: String { date.phrase }

  /// The day of the instant in UTC, such as `10 May`.
  var dayWithoutYear: String {
    let year = " \(date.year)"
    return day.hasSuffix(year) ? String(day.dropLast(year.count)) : day
  }

  /// The last day of a period that ends at this instant, without a time.
  var lastWholeDay: String {
    isMidnight ? adding(milliseconds: -Instant.millisecondsPerDay).day : day
  }

  /// Whether the instant is midnight in UTC, to the minute.
  fileprivate var isMidnight: Bool { Instant(date).milliseconds(until: self) < 60_000 }
}

extension Window {
  /// Returns whether the window begins right where another one ends.
  package func follows(_ other: Window) -> Bool { other.through?.after == from }

  /// Returns the last day of the window in UTC; nil if it never ends.
  ///
  /// It has the time of the end if the window also starts on that day, or if the question is about
  /// an instant of that day and the day does not belong to the window as a whole.
  package func lastDay(asOf now: Instant) -> String? {
    through.map { through in
      let endsToday = through.date == now.date && through.after.date == now.date
      guard through.date != from.date, !endsToday else { return through.time(beside: now) }
      return through.after.isMidnight ? through.after.lastWholeDay : through.after.time
    }
  }

  /// Returns the window in words, from its first to its last day.
  package func days(asOf now: Instant) -> String {
    let end = lastDay(asOf: now).map { "until \($0)" }
    guard from > .minimum else { return end ?? "always" }
    return "from \(from.brief) " + (end ?? "without end")
  }
}

extension Instant {
  /// The next instant: the first one after a period that includes this instant.
  package var after: Instant { adding(milliseconds: 1) }

  /// The instant to the minute, also at midnight.
  package var time: String {
    let time = description.dropFirst(description.count - "00:00:00.000Z".count).prefix(5)
    return "\(day), \(time) UTC"
  }
}

extension String {
  /// The text with its instants in a form for people, to the minute.
  ///
  /// The rules write exact instants into explanations.
  ///
  /// - Complexity: O(*n*) for *n* bytes. A regular expression would be compiled for each text, which
  ///   took a quarter of the time of `winback evaluate`.
  package var withBriefInstants: String {
    let bytes = Array(utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let first = rest.first {
      if let count = rest.instantCount,
        let date = try? ISO8601Date(parsing: String(decoding: rest.prefix(count), as: UTF8.self))
      {
        text += date.instant.brief.utf8
        rest = rest.dropFirst(count)
      } else {
        text.append(first)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  /// The number of bytes of an ISO 8601 instant in UTC at the start; nil if there is none.
  fileprivate var instantCount: Int? {
    guard let rest = rest(after: "0000-00-00T00:00:00") else { return nil }
    guard rest.first == UInt8(ascii: ".") else { return endOfInstant(rest) }
    let fraction = rest.dropFirst().prefix { $0.isDigit }
    return fraction.isEmpty ? nil : endOfInstant(rest.dropFirst(1 + fraction.count))
  }

  /// The number of bytes of a date at the start, and of a time after it, which can be in the form
  /// for people; nil if there is none.
  package var dateCount: Int? {
    guard let day = rest(after: "0000-00-00") else { return nil }
    guard day.first == UInt8(ascii: "T") else { return count - day.count }
    let time = day.dropFirst().prefix { $0.isDigit || ".:".utf8.contains($0) }
    let end = time.isEmpty ? nil : endOfInstant(day.dropFirst(1 + time.count))
    return end ?? count - day.count
  }

  /// Returns the number of bytes through the `Z` at the start of the rest; nil if there is none.
  private func endOfInstant(_ rest: ArraySlice<UInt8>) -> Int? {
    rest.first == UInt8(ascii: "Z") ? count - rest.count + 1 : nil
  }

  /// Returns the bytes after a form, in which 0 is any digit; nil if the bytes have another form.
  private func rest(after form: String) -> ArraySlice<UInt8>? {
    let form = form.utf8
    guard count >= form.count,
      zip(self, form).allSatisfy({ $1 == UInt8(ascii: "0") ? $0.isDigit : $0 == $1 })
    else { return nil }
    return dropFirst(form.count)
  }
}
