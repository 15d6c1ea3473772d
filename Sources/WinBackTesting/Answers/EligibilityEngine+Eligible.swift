public import WinBack

extension EligibilityEngine {
  /// Returns the offers that the customer of a story may have.
  ///
  /// - Parameters:
  ///   - story: The story, told in the engine's catalog.
  ///   - date: The instant that is asked about; a day starts in the time zone of the policies (T4).
  /// - Returns: The offers, best first, and what decided them.
  /// - Throws: ``StoryError`` for a story that cannot have happened, ``StoryDateError`` for a text that
  ///   is no date.
  /// - Complexity: O(*n* · (*n* + *o*)) for *n* periods and *o* offers.
  public func eligible(_ story: CustomerStory, asOf date: StoryDate) throws -> EligibleOffers {
    try eligible(try story.history(for: self), asOf: date)
  }

  /// Returns the offers that a customer may have.
  ///
  /// - Parameters:
  ///   - history: What is known of the customer.
  ///   - date: The instant that is asked about; a day starts in the time zone of the policies (T4).
  /// - Returns: The offers, best first, and what decided them.
  /// - Throws: `HistoryError` where versions of a transaction contradict each other,
  ///   ``StoryDateError`` for a text that is no date.
  /// - Complexity: O(*n* · (*n* + *o*)) for *n* transactions and *o* offers.
  public func eligible(_ history: CustomerHistory, asOf date: StoryDate) throws -> EligibleOffers {
    let now = try date.date().resolved(at: policies.facts.timeZone)
    return EligibleOffers(Array(try decisions(for: history, asOf: now)))
  }
}
