import WinBack

/// The profiles of the offers of a customer's group, by their places among the engine's offers.
struct OfferProfiles: Sendable {
  let situation: Snapshot
  let engine: EligibilityEngine
  private let known: [Int: OfferProfile]

  /// Creates the profiles; `keepsAll` makes all of them at once, if more than a few are asked for.
  init(_ situation: Snapshot, _ engine: EligibilityEngine, keepsAll: Bool = false) {
    self.situation = situation
    self.engine = engine
    let offers = keepsAll ? engine.offerIndices(in: situation.group) : []
    known = Dictionary(
      uniqueKeysWithValues: offers.map { ($0, OfferProfile(situation, engine.programs[$0])) }
    )
  }

  /// The places of the offers of the group.
  var offers: [Int] { engine.offerIndices(in: situation.group) }

  /// Returns the profile of an offer; nil for an offer of another group.
  subscript(offer: Int) -> OfferProfile? {
    if let profile = known[offer] { return profile }
    let program = engine.programs[offer]
    return program.offer.group == situation.group ? OfferProfile(situation, program) : nil
  }
}
