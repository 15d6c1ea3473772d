import CalendarTime
import WinBack

extension TimelineDate {
  /// Returns the same date at another instant.
  func moved(to instant: Instant) -> TimelineDate {
    TimelineDate(instant: instant, isDateOnly: isDateOnly)
  }

  /// The date as it would be written in a story.
  var text: String {
    isDateOnly ? instant.date.description : instant.description
  }
}
