import CalendarTime

extension Instant {
  /// The instant as people read it, in UTC: a date where it is midnight, else a date and the minute.
  var brief: String {
    description.withBriefInstants
  }
}

extension String {
  /// The text with the instants in it as people read them: to the minute.
  ///
  /// Explanations come from the rules with exact instants; a person takes in a date faster.
  var withBriefInstants: String {
    replacing(#/(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z/#) { match in
      // No-break spaces keep an instant on one line.
      match.2 == "00:00" ? String(match.1) : "\(match.1)\u{A0}\(match.2)\u{A0}UTC"
    }
  }
}
