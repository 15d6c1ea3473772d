package import CEL

/// What can be said of the offers of a catalog for all customers that there can be.
///
/// Each answer is exact: it holds for everybody, or there is somebody who shows that it does not.
package struct CatalogAnalysis: Sendable {
  /// The engine whose offers are analysed.
  package let engine: EligibilityEngine

  /// The facts of customers.
  package let space: CustomerSpace

  /// Whom each offer reaches, in the order of the result (R2).
  package let audiences: [Audience]

  private let makers: [String: WitnessMaker]

  /// Some customers of each offer, by which most that is not so of all is seen at once.
  private let samples: [OfferKey: [Assignment]]

  /// Creates an analysis.
  ///
  /// - Parameters:
  ///   - engine: The engine.
  ///   - space: A space that the engine shares with others; nil for one of its own.
  ///   - writesDays: Whether the histories of witnesses may have dates without a time, which an engine
  ///     with another time zone would read otherwise.
  /// - Complexity: O(*o* · *r*) for *o* offers and *r* rules.
  package init(
    _ engine: EligibilityEngine,
    in space: CustomerSpace? = nil,
    writesDays: Bool = true
  ) {
    let space = space ?? CustomerSpace([engine])
    self.engine = engine
    self.space = space
    audiences = engine.audiences(in: space)
    let makers = Dictionary(
      engine.catalog.subscriptionGroups.map {
        ($0.id, WitnessMaker(engine, space, group: $0.id, writesDays: writesDays))
      },
      uniquingKeysWith: { first, _ in first }
    )
    self.makers = makers
    samples = Dictionary(
      audiences.map { audience in
        (audience.key, makers[audience.key.group]?.finder.samples(of: audience) ?? [])
      },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Returns whether some customer is known who may have an offer, but not another one.
  ///
  /// The customer has redeemed nothing, so that it does not matter who redeems what.
  func isKnownOutside(_ audience: Audience, _ other: Audience) -> Bool {
    other.region.isExact
      && (samples[audience.key] ?? []).contains { assignment in
        assignment.redemptions.isEmpty
          && !other.region.contains { assignment.binding(of: $0, in: space) }
      }
  }

  /// Returns a maker of customers of a group.
  package func maker(for group: String) -> WitnessMaker {
    makers[group] ?? WitnessMaker(engine, space, group: group, writesDays: false)
  }

  /// Returns whether there can be customers of a group in a region.
  ///
  /// - Parameters:
  ///   - region: The region; what is impossible in it does not count.
  ///   - group: The group.
  ///   - accepts: What the customer has to show besides.
  /// - Returns: The customer who was found first.
  package func existence(
    in region: Region,
    of group: String,
    where accepts: ([OfferKey: Verdict]) -> Bool
  ) -> Existence {
    let maker = maker(for: group)
    var isPossible = false
    for box in region.boxes {
      guard let assignment = maker.finder.assignment(in: box) else { continue }
      isPossible = true
      guard let witness = maker.witness(of: assignment) else { continue }
      if accepts(verdicts(on: witness)) { return .somebody(witness) }
    }
    return isPossible ? .undetermined : .nobody
  }

  /// Returns whether any customer may ever have an offer.
  package func existence(of audience: Audience) -> Existence {
    existence(in: audience.region, of: audience.key.group) { $0[audience.key] == .eligible }
  }

  /// Returns whether there can be a customer who may have an offer, but none of some others.
  package func existence(of audience: Audience, outside others: [Audience]) -> Existence {
    let rest = others.reduce(audience.region) { $0.subtracting($1.region) }
    return existence(in: rest, of: audience.key.group) { verdicts in
      verdicts[audience.key] == .eligible && others.allSatisfy { verdicts[$0.key] != .eligible }
    }
  }

  /// Returns the verdicts of the engine on a witness.
  package func verdicts(on witness: Witness) -> [OfferKey: Verdict] {
    Dictionary(
      maker(for: witness.facts.group).verdicts(on: witness).map { ($0.offer, $0.verdict) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Returns the offers that a witness may have, best first.
  package func eligibleOffers(of witness: Witness) -> [String] {
    maker(for: witness.facts.group).verdicts(on: witness)
      .filter { $0.verdict == .eligible }.map(\.offer.offerId)
  }
}
