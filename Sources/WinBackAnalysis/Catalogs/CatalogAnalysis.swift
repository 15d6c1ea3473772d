import CEL
package import WinBack

/// What can be said of the offers of a catalog for all customers that there can be.
///
/// Each answer is exact: it holds for everybody, or there is somebody who shows that it does not.
package struct CatalogAnalysis: Sendable {
  /// The engine whose offers are analysed.
  package let engine: EligibilityEngine
  package let space: CustomerSpace

  /// Whom each offer reaches, in the order of the result (R2).
  package let audiences: [Audience]
  private let searches: [String: WitnessSearch]

  /// The places of the audiences by their offers, and by the groups of these.
  private let places: [OfferKey: Int]
  private let groups: [String: [Int]]
  private let indices: [String: AudienceIndex]

  /// Some customers of each offer, by which most that is not so of all is seen at once.
  let samples: [[Assignment]]

  /// Creates an analysis.
  ///
  /// Engines that are compared share a space. `writesDays` tells whether the histories of witnesses may
  /// have dates without a time, which an engine with another time zone would read otherwise.
  ///
  /// - Complexity: O(*o* · *r*) for *o* offers and *r* rules.
  package init(
    _ engine: EligibilityEngine,
    in space: CustomerSpace? = nil,
    writesDays: Bool = true
  ) {
    let space = space ?? CustomerSpace([engine])
    self.engine = engine
    self.space = space
    let audiences = engine.audiences(in: space)
    self.audiences = audiences
    let searches = Dictionary(
      keepingFirst: engine.catalog.subscriptionGroups.map {
        ($0.id, WitnessSearch(engine, space, group: $0.id, writesDays: writesDays))
      }
    )
    self.searches = searches
    places = Dictionary(keepingFirst: audiences.indices.map { (audiences[$0].key, $0) })
    groups = Dictionary(grouping: audiences.indices) { audiences[$0].key.group }
    indices = groups.mapValues { AudienceIndex(audiences, at: $0, in: space) }
    samples = audiences.map { audience in
      searches[audience.key.group]?.finder.samples(of: audience) ?? []
    }
  }

  /// Returns the program of an offer; nil for an offer of another catalog.
  func program(of offer: OfferKey) -> OfferProgram? {
    places[offer].map { engine.programs[$0] }
  }

  /// Returns the places of the other offers of a group.
  func rivals(of place: Int) -> [Int] {
    (groups[audiences[place].key.group] ?? []).filter { $0 != place }
  }

  /// Returns the places of the offers whose audiences a customer is in, best first.
  func places(of assignment: Assignment) -> [Int] {
    indices[assignment.group]?.places(of: assignment) ?? []
  }

  /// Returns the places of the offers that somebody may have who may have an offer, and perhaps of some
  /// more; best first.
  func places(meeting audience: Audience) -> [Int] {
    indices[audience.key.group]?.places(meeting: audience.region) ?? []
  }

  package func search(in group: String) -> WitnessSearch {
    searches[group] ?? WitnessSearch(engine, space, group: group, writesDays: false)
  }

  /// Returns whether there can be customers of a group in a region that the engine confirms; the
  /// customer is the first who was found.
  func existence(
    in region: Region,
    of group: String,
    where accepts: (Witness) -> Bool
  ) -> Existence {
    let search = search(in: group)
    var isPossible = false
    for box in region.boxes {
      for assignment in search.finder.assignments(in: box) {
        isPossible = true
        guard let witness = search.witness(of: assignment), accepts(witness) else { continue }
        return .somebody(witness)
      }
    }
    return isPossible ? .undetermined : .nobody
  }

  /// Returns whether any customer may ever have an offer.
  package func existence(of audience: Audience) -> Existence {
    existence(in: audience.region, of: audience.key.group) { isEligible($0, for: audience.key) }
  }

  /// Returns whether there can be a customer who may have an offer, but none of some others.
  package func existence(of audience: Audience, outside others: [Audience]) -> Existence {
    let rest = others.reduce(audience.region) { $0.subtracting($1.region) }
    return existence(in: rest, of: audience.key.group) { witness in
      isEligible(witness, for: audience.key)
        && others.allSatisfy { !isEligible(witness, for: $0.key) }
    }
  }

  /// Returns whether the engine says that a witness may have an offer.
  func isEligible(_ witness: Witness, for offer: OfferKey) -> Bool {
    guard let program = program(of: offer), offer.group == witness.facts.group else { return false }
    return engine.snapshot(of: witness)?.verdict(on: program) == .eligible
  }

  /// Returns the offers that a witness may have, best first, as the engine says.
  package func eligibleOffers(of witness: Witness, atMost limit: Int = .max) -> [Audience] {
    let group = witness.facts.group
    guard let snapshot = engine.snapshot(of: witness) else { return [] }
    // Nobody who may have an offer is outside its audience.
    let facts = engine.facts(of: witness.history, group: group, asOf: witness.asOf)
    let places = facts.map { self.places(of: $0) } ?? groups[group] ?? []
    var eligible: [Audience] = []
    for place in places where eligible.count < limit {
      guard snapshot.verdict(on: engine.programs[place]) == .eligible else { continue }
      eligible.append(audiences[place])
    }
    return eligible
  }
}

/// Whether there can be a customer of some kind.
package enum Existence: Sendable, Hashable {
  /// There can be none.
  case nobody

  /// There can be this one, as the engine has confirmed.
  case somebody(Witness)

  /// It cannot be decided: a rule relates facts in a way that cannot be solved.
  case undetermined

  /// The customer; nil if there is none, or none is known.
  package var witness: Witness? {
    if case .somebody(let witness) = self { witness } else { nil }
  }
}
