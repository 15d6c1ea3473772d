import CEL
import WinBack

/// Which offers of a catalog ask the same, and which reach the customers of others, too.
///
/// Some customers of each offer tell which others can be meant at all, so that not each offer is held
/// against each.
package struct OfferRelations {
  let analysis: CatalogAnalysis
  /// The rank of each offer by the order of the result; offers of one rank differ only in their ids.
  let ranks: [Int]
  /// The first offer that asks the same as another one, by the place of the other.
  private var twins: [Int: Int] = [:]
  /// Whether all that an offer reaches another one reaches that does not refuse it, as far as somebody asked.
  private var containments: [Pair: Bool] = [:]
  /// Whether others refuse customers of an offer, by what these refuse.
  private var refusals: [Refusal: Bool] = [:]
  /// The redemptions for which each offer refuses customers, and the number of their kind.
  private var refused: [Int: (region: Region, kind: Int)] = [:]
  /// The number of each kind: redemptions with variables that do not name the offer.
  private var kinds: [Region: Int] = [:]
  /// The result for the offer that was evaluated last, because the same offer is evaluated several times.
  private var latest: (place: Int, candidates: [Int])?

  private struct Pair: Hashable {
    let place: Int
    let other: Int
  }

  private struct Refusal: Hashable {
    let place: Int
    let kind: Int
  }

  package init(_ analysis: CatalogAnalysis) {
    self.analysis = analysis
    ranks = analysis.engine.orderRanks
    findTwins()
  }

  // MARK: - Offers that ask the same

  /// Returns the first offer that asks the same of customers as another one; nil if none does
  /// before it.
  package func twin(of place: Int) -> Audience? {
    twins[place].map { analysis.audiences[$0] }
  }

  private mutating func findTwins() {
    let audiences = analysis.audiences
    // A customer who has redeemed nothing is in the audiences of all twins, or of none.
    var signatures = [UInt64](repeating: 0, count: audiences.count)
    for place in audiences.indices {
      for sample in analysis.samples[place] where sample.redemptions.isEmpty {
        for other in analysis.places(of: sample) {
          signatures[other] = signatures[other] &* 0x9E37_79B9 &+ UInt64(place) &+ 1
        }
      }
    }
    struct Kind: Hashable {
      let group: String
      let signature: UInt64
    }
    // The first of each kind, and those of its kind that are no twins of it.
    var firsts: [Kind: [Int]] = [:]
    for (place, audience) in audiences.enumerated() where !analysis.samples[place].isEmpty {
      let kind = Kind(group: audience.key.group, signature: signatures[place])
      if let twin = firsts[kind]?.first(where: { analysis.areIdentical(audience, audiences[$0]) }) {
        twins[place] = twin
      } else {
        firsts[kind, default: []].append(place)
      }
    }
  }

  // MARK: - Offers that reach the customers of others

  /// Returns the offers that reach all customers of an offer, best first; none that asks the same.
  ///
  /// Somebody may have the offer.
  package mutating func containing(_ place: Int, atMost limit: Int) -> [Audience] {
    var found: [Audience] = []
    for other in candidates(for: place) where found.count < limit {
      if !areTwins(place, other), isContained(place, in: other) {
        found.append(analysis.audiences[other])
      }
    }
    return found
  }

  /// Returns whether two offers ask the same of customers.
  func areTwins(_ place: Int, _ other: Int) -> Bool {
    twins[place] ?? place == twins[other] ?? other
  }

  /// The most offers that are looked for to stand before another one together.
  private static let coverLimit = 16

  /// Returns the better offers behind which an offer always stands, as few as possible.
  ///
  /// - Parameter place: The place of the offer; somebody may have it.
  /// - Returns: The offers; nil if somebody may have this one first, and where more than 16 would
  ///   have to stand before it.
  package mutating func cover(of place: Int) -> [Audience]? {
    let audience = analysis.audiences[place]
    for other in candidates(for: place) where other < place && isContained(place, in: other) {
      return [analysis.audiences[other]]
    }
    return cover(of: audience, at: place) { $0.subtracting($1.region) }
  }

  /// Returns the better offers that keep an offer from being first for customers who have redeemed
  /// none of them, as few as possible.
  ///
  /// It is nil where somebody who has redeemed none may have this one first, and where more than 16
  /// would have to stand before it.
  func shadow(of place: Int) -> [Audience]? {
    cover(of: analysis.audiences[place], at: place) { rest, other in
      rest.subtracting(other.region).intersection(analysis.withoutRedemption(of: other))
    }
  }

  /// Returns better offers that leave nobody of an offer's customers, as few as possible; nil where
  /// they leave somebody, and where there are too many.
  private func cover(
    of audience: Audience,
    at place: Int,
    _ removing: (Region, Audience) -> Region
  ) -> [Audience]? {
    var cover: [Audience] = []
    var rest = audience.region
    let finder = analysis.search(in: audience.key.group).finder
    // A customer who is not covered yet says which offer to look at next.
    while let assignment = finder.assignment(in: rest) {
      let others = analysis.places(of: assignment)
      guard
        let better = others.first(where: { other in
          !cover.contains { $0.key == analysis.audiences[other].key }
        }), better < place, analysis.audiences[better].region.isExact
      else { return nil }
      guard cover.count < Self.coverLimit else { return nil }
      let next = analysis.audiences[better]
      cover.append(next)
      rest = removing(rest, next)
    }
    // The best ones are dropped last: the customer sees them instead of the offer.
    return cover.reversed().reduce(cover) { cover, other in
      let fewer = cover.filter { $0.key != other.key }
      let isEnough =
        !fewer.isEmpty && finder.assignment(in: fewer.reduce(audience.region, removing)) == nil
      return isEnough ? fewer : cover
    }
  }

  /// Returns the offers that reach all known customers of another one.
  private mutating func candidates(for place: Int) -> [Int] {
    if latest?.place == place, let latest { return latest.candidates }
    let candidates = findCandidates(for: place)
    latest = (place, candidates)
    return candidates
  }

  private func findCandidates(for place: Int) -> [Int] {
    let samples = analysis.samples[place].filter { $0.redemptions.isEmpty }
    guard let first = samples.first else { return analysis.rivals(of: place) }
    var candidates = analysis.places(of: first)
    for sample in samples.dropFirst() {
      let others = Set(analysis.places(of: sample))
      candidates.removeAll { !others.contains($0) }
    }
    return candidates.filter { $0 != place && analysis.audiences[$0].region.isExact }
  }

  /// Returns whether everybody who may have an offer may have another one, too.
  mutating func isContained(_ place: Int, in other: Int) -> Bool {
    guard !isRefused(place, by: other) else { return false }
    let pair = Pair(place: place, other: other)
    if let known = containments[pair] { return known }
    let isContained = analysis.isContained(analysis.audiences[place], in: analysis.audiences[other])
    containments[pair] = isContained
    return isContained
  }

  /// Returns whether an offer reaches customers that another one refuses for its redemptions.
  ///
  /// An offer asks about its own redemptions alone. So for all others that refuse the same redemptions
  /// the answer is one.
  private mutating func isRefused(_ place: Int, by other: Int) -> Bool {
    let refused = refusedRedemptions(other)
    guard !refused.region.isEmpty, refused.region.isExact else { return false }
    let refusal = Refusal(place: place, kind: refused.kind)
    if let known = refusals[refusal] { return known }
    let audience = analysis.audiences[place]
    let region = audience.region.intersection(refused.region)
    let finder = analysis.search(in: audience.key.group).finder
    let isRefused = region.isExact && finder.assignment(in: region) != nil
    refusals[refusal] = isRefused
    return isRefused
  }

  private mutating func refusedRedemptions(_ place: Int) -> (region: Region, kind: Int) {
    if let known = refused[place] { return known }
    let audience = analysis.audiences[place]
    let aged = analysis.space.redemption(of: audience.key)
    let count = analysis.space.redemptionCount(of: audience.key)
    let ids = [aged.instant, aged.age, aged.elapsed, count]
    let accepted = Region(
      boxes: audience.region.boxes.map { box in
        Box(box.domains.filter { ids.contains($0.key) })
      }
    )
    let region = Region.everything.subtracting(accepted)
    let renamed = region.renaming { VariableID(index: ids.firstIndex(of: $0) ?? ids.count) }
    let kind = kinds[renamed] ?? kinds.count
    kinds[renamed] = kind
    refused[place] = (region, kind)
    return (region, kind)
  }
}
