import CalendarTime

extension Instant {
  /// The instant as people read it: midnight is its date, and a time has no more digits than it needs.
  var brief: String {
    description.withBriefInstants
  }

  /// The last instant of a stretch of time as people read it: the last one of a day is its date.
  ///
  /// Midnight keeps its time here: "through 2026-10-15" would promise the whole day.
  var briefEnd: String {
    timeOfDay == Self.millisecondsPerDay - 1
      ? date.description : description.replacing(".000Z", with: "Z")
  }
}

extension String {
  /// The text with the instants in it as people read them.
  ///
  /// Explanations come from the rules with exact instants; a person takes in a date faster.
  var withBriefInstants: String {
    replacing(#/(?<date>\d{4}-\d\d-\d\d)T00:00:00(?:\.000)?Z/#) { $0.output.date }
      .replacing(#/(?<time>\d\d:\d\d:\d\d)\.000Z/#) { $0.output.time + "Z" }
  }
}
