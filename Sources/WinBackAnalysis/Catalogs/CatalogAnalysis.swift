import CEL

/// Answers questions about the offers of a catalog for all possible customers.
///
/// Each answer is exact: it is true for all customers, or it names a customer as a counterexample.
package struct CatalogAnalysis: Sendable {
  package let engine: EligibilityEngine
  package let space: CustomerSpace

  /// The audience of each offer, in the order of the result (R2).
  package let audiences: [Audience]
  private let searches: [String: WitnessSearch]

  /// The indices of the audiences by their offers.
  private let offerIndices: [OfferKey: Int]
  private let audienceIndices: [String: AudienceIndex]

  /// Some customers of each offer, which quickly disprove most statements about all customers.
  let samples: [[Assignment]]

  /// Engines that are compared share a space.
  ///
  /// The histories of witnesses then have no dates without a time, which an engine with another
  /// time zone would read in another way.
  package init(_ engine: EligibilityEngine, in shared: CustomerSpace? = nil) {
    let space = shared ?? CustomerSpace([engine])
    self.engine = engine
    self.space = space
    let audiences = engine.audiences(in: space)
    self.audiences = audiences
    let searches = Dictionary(
      keepingFirst: engine.catalog.subscriptionGroups.map {
        ($0.id, WitnessSearch(engine, space, group: $0.id, writesDays: shared == nil))
      }
    )
    self.searches = searches
    offerIndices = Dictionary(keepingFirst: audiences.indices.map { (audiences[$0].key, $0) })
    audienceIndices = Dictionary(grouping: audiences.indices) { audiences[$0].key.group }
      .mapValues { AudienceIndex(audiences, at: $0, in: space) }
    samples = audiences.map { audience in
      searches[audience.key.group]?.finder.samples(of: audience) ?? []
    }
  }

  /// Returns the program of an offer; nil for an offer of another catalog.
  func program(of offer: OfferKey) -> OfferProgram? {
    offerIndices[offer].map { engine.programs[$0] }
  }

  func rivals(of index: Int) -> [Int] {
    engine.offerIndices(in: audiences[index].offer.group).filter { $0 != index }
  }

  /// Returns the indices of the offers whose audiences contain a customer, best first.
  func offerIndices(of assignment: Assignment) -> [Int] {
    audienceIndices[assignment.group]?.audienceIndices(of: assignment) ?? []
  }

  /// Returns the indices of the offers that share customers with an offer, and perhaps of some
  /// more, best first.
  func offerIndices(meeting audience: Audience) -> [Int] {
    audienceIndices[audience.key.group]?.audienceIndices(meeting: audience.region) ?? []
  }

  package func search(in group: String) -> WitnessSearch {
    searches[group] ?? WitnessSearch(engine, space, group: group, writesDays: false)
  }

  /// Returns whether no customer of a group can have the facts of a region.
  func isNobody(in region: Region, of group: String) -> Bool {
    search(in: group).finder.assignment(in: region) == nil
  }

  /// Returns whether a region has a customer of a group whom the engine confirms, and the first
  /// such customer.
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

  /// Returns whether there can be a customer who is eligible for an offer, but for none of some
  /// others.
  package func existence(of audience: Audience, outside others: [Audience] = []) -> Existence {
    let rest = others.reduce(audience.region) { $0.subtracting($1.region) }
    return existence(in: rest, of: audience.key.group) { witness in
      isEligible(witness, for: audience.key)
        && others.allSatisfy { !isEligible(witness, for: $0.key) }
    }
  }

  func isEligible(_ witness: Witness, for offer: OfferKey) -> Bool {
    guard let program = program(of: offer), offer.group == witness.facts.group else { return false }
    return engine.snapshot(of: witness)?.verdict(on: program) == .eligible
  }

  /// Returns the offers for which the engine finds a witness eligible, best first.
  package func eligibleOffers(of witness: Witness, atMost limit: Int = .max) -> [Audience] {
    let group = witness.facts.group
    guard let snapshot = engine.snapshot(of: witness) else { return [] }
    // All customers who are eligible for an offer are in its audience.
    let facts = engine.assignment(of: witness.history, group, snapshot)
    let all = engine.offerIndices(in: engine.index.symbols.find(group))
    let indices = facts.map { self.offerIndices(of: $0) } ?? all
    var eligible: [Audience] = []
    for index in indices where eligible.count < limit {
      guard snapshot.verdict(on: engine.programs[index]) == .eligible else { continue }
      eligible.append(audiences[index])
    }
    return eligible
  }
}

/// Whether there can be a customer of some kind.
package enum Existence: Sendable, Hashable {
  case nobody

  /// The engine has confirmed this one.
  case somebody(Witness)

  /// It cannot be decided: a rule relates facts in a way that cannot be solved.
  case undetermined

  package var witness: Witness? {
    if case .somebody(let witness) = self { witness } else { nil }
  }
}
