import CEL

/// Finds offers of a catalog that require the same, and offers that reach the customers of others.
///
/// A few customers of each offer exclude most pairs of offers, so that not all pairs are compared.
package struct OfferRelations {
  let analysis: CatalogAnalysis
  /// The rank of each offer by the order of the result; offers of one rank differ only in their ids.
  let ranks: [Int]
  /// The first offer that requires the same as another one, by the index of the other.
  private var twins: [Int: Int] = [:]
  /// Whether an offer reaches all customers of another one; only pairs that were needed.
  private var containments: [Pair: Bool] = [:]
  /// Whether others exclude customers of an offer, by the kind of redemptions that they exclude.
  private var refusals: [Pair: Bool] = [:]
  /// The redemptions that each offer excludes, and the number of their kind, which does not name the
  /// offer.
  private let refused: [(region: Region, kind: Int)]

  private struct Pair: Hashable {
    let index: Int
    /// The index of another offer, or the number of a kind.
    let other: Int
  }

  package init(_ analysis: CatalogAnalysis) {
    self.analysis = analysis
    ranks = analysis.engine.orderRanks
    refused = Self.refusedRedemptions(analysis)
    findTwins()
  }

  // MARK: - Offers that require the same

  /// Returns the first offer that requires the same of customers as another one; nil if no earlier
  /// one does.
  package func twin(of index: Int) -> Audience? { twins[index].map { analysis.audiences[$0] } }

  private mutating func findTwins() {
    let audiences = analysis.audiences
    // A customer who has redeemed nothing is in the audiences of all twins, or of none.
    var signatures = [UInt64](repeating: 0, count: audiences.count)
    for index in audiences.indices {
      for sample in analysis.samples[index] where sample.redemptions.isEmpty {
        for other in analysis.offerIndices(of: sample) {
          signatures[other] = signatures[other] &* 0x9E37_79B9 &+ UInt64(index) &+ 1
        }
      }
    }
    // For each signature, the offers that are not twins of each other.
    var firsts: [UInt64: [Int]] = [:]
    for (index, audience) in audiences.enumerated() where !analysis.samples[index].isEmpty {
      let signature = signatures[index]
      twins[index] = firsts[signature]?.first { analysis.areIdentical(audience, audiences[$0]) }
      if twins[index] == nil { firsts[signature, default: []].append(index) }
    }
  }

  // MARK: - Offers that reach the customers of others

  /// Returns the offers that reach all customers of an offer, best first, without twins.
  ///
  /// There must be customers who are eligible for the offer.
  package mutating func containing(_ index: Int, atMost limit: Int) -> [Audience] {
    var found: [Audience] = []
    for other in candidates(for: index) where found.count < limit {
      if !areTwins(index, other), isContained(index, in: other) {
        found.append(analysis.audiences[other])
      }
    }
    return found
  }

  func areTwins(_ index: Int, _ other: Int) -> Bool {
    twins[index] ?? index == twins[other] ?? other
  }

  /// Returns the fewest better offers of which one is always before an offer.
  ///
  /// - Parameter index: The index of the offer; there must be customers who are eligible for it.
  /// - Returns: The offers; nil if a customer can have this offer first, or if more than 16 would
  ///   be needed.
  package mutating func cover(of index: Int) -> [Audience]? {
    for other in candidates(for: index) where other < index && isContained(index, in: other) {
      return [analysis.audiences[other]]
    }
    return cover(of: index, exceptRedeemers: false)
  }

  /// Returns the fewest better offers that are before an offer for all customers who have redeemed
  /// none of them.
  ///
  /// It is nil if such a customer can have this offer first, or if more than 16 would be needed.
  func shadow(of index: Int) -> [Audience]? {
    cover(of: index, exceptRedeemers: true)
  }

  private func cover(of index: Int, exceptRedeemers isShadow: Bool) -> [Audience]? {
    let audience = analysis.audiences[index]
    let (region, group) = (audience.region, audience.key.group)
    return analysis.cover(of: region, in: group, byFirst: index, exceptRedeemers: isShadow)
  }

  /// Returns the offers that reach all known customers of an offer.
  private func candidates(for index: Int) -> [Int] {
    let samples = analysis.samples[index].filter { $0.redemptions.isEmpty }
    guard let first = samples.first else { return analysis.rivals(of: index) }
    var candidates = analysis.offerIndices(of: first)
    for sample in samples.dropFirst() {
      let others = Set(analysis.offerIndices(of: sample))
      candidates.removeAll { !others.contains($0) }
    }
    return candidates.filter { $0 != index && analysis.audiences[$0].region.isExact }
  }

  mutating func isContained(_ index: Int, in other: Int) -> Bool {
    guard !isRefused(index, by: other) else { return false }
    let pair = Pair(index: index, other: other)
    if let known = containments[pair] { return known }
    let isContained = analysis.isContained(analysis.audiences[index], in: analysis.audiences[other])
    containments[pair] = isContained
    return isContained
  }

  /// Returns whether an offer reaches customers whom another one excludes for its redemptions.
  ///
  /// An offer reads only its own redemptions. So the answer is the same for all others that exclude
  /// the same redemptions.
  private mutating func isRefused(_ index: Int, by other: Int) -> Bool {
    let refused = refused[other]
    guard !refused.region.isEmpty, refused.region.isExact else { return false }
    let refusal = Pair(index: index, other: refused.kind)
    if let known = refusals[refusal] { return known }
    let audience = analysis.audiences[index]
    let region = audience.region.intersection(refused.region)
    let isRefused = region.isExact && !analysis.isNobody(in: region, of: audience.key.group)
    refusals[refusal] = isRefused
    return isRefused
  }

  private static func refusedRedemptions(
    _ analysis: CatalogAnalysis
  ) -> [(region: Region, kind: Int)] {
    var kinds: [Region: Int] = [:]
    return analysis.audiences.map { audience in
      let ids = analysis.space.redemptionIDs(of: audience.key)
      let accepted = audience.region.boxes.map { Box($0.domains.filter { ids.contains($0.key) }) }
      let region = Region.everything.subtracting(Region(accepted))
      let renamed = region.renaming { VariableID(index: ids.firstIndex(of: $0) ?? ids.count) }
      let kind = kinds[renamed] ?? kinds.count
      kinds[renamed] = kind
      return (region, kind)
    }
  }

  // MARK: - Offers that share customers

  /// The most containments of one offer in others that are searched.
  private static let containmentLimit = 16

  /// Returns the better offers that share customers with an offer, best first: those that only
  /// their ids put before it, and the others.
  ///
  /// It omits offers that require the same, offers whose customers are all eligible for this one or
  /// the reverse, and those in the shadow, except if they are tied with it. If very many offers
  /// contain one another, it does not test all of them. It returns at most `limit` of each kind.
  mutating func overlaps(
    of index: Int,
    except shadow: Set<OfferKey>,
    atMost limit: Int
  ) -> (tied: [Audience], others: [Audience]) {
    let audiences = analysis.audiences
    var (tied, others): ([Audience], [Audience]) = ([], [])
    var containments = 0
    for other in analysis.offerIndices(meeting: audiences[index]) where other < index {
      guard !areTwins(index, other) else { continue }
      if ranks[other] == ranks[index] {
        guard tied.count < limit, shareCustomers(index, other) else { continue }
        tied.append(audiences[other])
      } else if others.count < limit, containments < Self.containmentLimit,
        !shadow.contains(audiences[other].key)
      {
        if isContained(index, in: other) || isContained(other, in: index) {
          containments += 1
        } else if shareCustomers(index, other) {
          others.append(audiences[other])
        }
      }
    }
    return (tied, others)
  }

  /// Returns whether two offers share customers, at more than one instant after the end of service:
  /// ranges that only touch are intended.
  private func shareCustomers(_ index: Int, _ other: Int) -> Bool {
    let audience = analysis.audiences[index]
    let shared = analysis.shared(by: audience, analysis.audiences[other])
    return shared.isExact && !analysis.isNobody(in: shared, of: audience.key.group)
  }
}
