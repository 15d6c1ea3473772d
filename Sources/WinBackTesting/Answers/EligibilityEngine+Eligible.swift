public import WinBack

extension EligibilityEngine {
  /// Returns the offers that the customer of a story is eligible for.
  ///
  /// It does not throw, so an expectation in a test shows the answer if it fails. An impossible
  /// story has no answer: the result is equal to no list, and says why.
  ///
  /// - Parameters:
  ///   - story: The story, with products and offers of the engine's catalog.
  ///   - date: The instant of the question; a day starts in the time zone of the policies (T4).
  /// - Returns: The offers, best first, and what decided them.
  /// - Complexity: O(*n* · (*n* + *o*)) for *n* periods and *o* offers.
  public func eligible(_ story: CustomerStory, asOf date: StoryDate) -> EligibleOffers {
    EligibleOffers {
      let offset = policies.facts.timeZone
      let known = story.known(by: try date.date().resolved(at: offset), at: offset)
      // An impossible story is impossible at every instant.
      _ = try story.history(for: self)
      return try decisions(try known.history(for: self), date)
    }
  }

  /// Returns the offers that a customer is eligible for.
  ///
  /// - Parameters:
  ///   - history: What is known of the customer.
  ///   - date: The instant of the question; a day starts in the time zone of the policies (T4).
  /// - Returns: The offers, best first, and what decided them.
  /// - Complexity: O(*n* · (*n* + *o*)) for *n* transactions and *o* offers.
  public func eligible(_ history: CustomerHistory, asOf date: StoryDate) -> EligibleOffers {
    EligibleOffers { try decisions(history, date) }
  }

  private func decisions(_ history: CustomerHistory, _ date: StoryDate) throws -> [Decision] {
    let now = try date.date().resolved(at: policies.facts.timeZone)
    return Array(try decisions(for: history, asOf: now))
  }
}
