/// A day of the proleptic Gregorian calendar.
public struct CivilDate: Sendable, Hashable {
  /// The astronomical year: 1 is 1 CE, 0 is the year before it.
  public let year: Int64

  /// The month, 1 to 12.
  public let month: Int64

  /// The day of the month, 1 to 31.
  public let day: Int64

  /// Creates a date from parts that are known to be in range.
  package init(year: Int64, month: Int64, day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }
}
