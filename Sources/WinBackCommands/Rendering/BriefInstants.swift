import CalendarTime

extension Instant {
  /// The instant as people read it: midnight is its date, and a time has no more digits than it needs.
  var brief: String {
    description.withBriefInstants
  }
}

extension String {
  /// The text with the instants in it as people read them.
  ///
  /// Explanations come from the rules with exact instants; a person takes in a date faster.
  var withBriefInstants: String {
    replacing("T00:00:00.000Z", with: "").replacing("T00:00:00Z", with: "")
      .replacing(".000Z", with: "Z")
  }
}
