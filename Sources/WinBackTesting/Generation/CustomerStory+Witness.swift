import CalendarTime
package import WinBack

extension CustomerStory {
  /// Tells the story of a customer with the facts of a witness.
  ///
  /// - Parameters:
  ///   - witness: The witness.
  ///   - engine: The engine that has found the witness.
  /// - Returns: A story that can happen, after which the engine reads the same facts; nil if none is known.
  /// - Complexity: O(1) stories are tried.
  package static func of(_ witness: Witness, for engine: EligibilityEngine) -> CustomerStory? {
    let group = witness.facts.group
    let catalog = StoryCatalog(engine.catalog)
    return StoryWriter(
      witness.facts,
      catalog,
      PurchasePlanner(engine, group: group),
      engine.policies.facts.timeZone
    ).stories.first { story in
      guard let history = try? story.history(for: engine, catalog) else { return false }
      var facts = engine.facts(of: history, group: group, asOf: witness.asOf)
      // A story gives a reason for each cancellation, and has its own trials. A witness need not have them.
      facts?.counts = witness.facts.counts
      facts?.redemptionCounts = witness.facts.redemptionCounts
      facts?.hasReceivedIntroductoryOffer = witness.facts.hasReceivedIntroductoryOffer
      if witness.facts.expirationIntent == nil { facts?.expirationIntent = nil }
      return facts == witness.facts
    }
  }
}
