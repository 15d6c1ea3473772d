import CEL
import WinBack

extension OfferRelations {
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
    return shared.isExact
      && analysis.search(in: audience.key.group).finder.assignment(in: shared) != nil
  }
}

extension CatalogAnalysis {
  func withoutRedemption(of audience: Audience) -> Region {
    Region([space.withoutRedemption(of: audience.key)])
  }

  /// Returns the customers who are eligible for both of two offers, without those for whom this is
  /// true only at one instant after the end of service.
  func shared(by audience: Audience, _ other: Audience) -> Region {
    let age = space.id(of: .lapseAge)
    let both = audience.region.intersection(other.region)
    let boxes = both.boxes.filter { box in
      guard case .numbers(let ages) = box[age].values else { return true }
      // Even ages are exact months.
      return !ages.intervals.allSatisfy { $0.lowerBound == $0.upperBound && $0.lowerBound % 2 == 0 }
    }
    return both.isExact ? Region(boxes) : both
  }

  func customer(of audience: Audience, and other: Audience) -> Witness? {
    existence(in: shared(by: audience, other), of: audience.key.group) { witness in
      isEligible(witness, for: audience.key) && isEligible(witness, for: other.key)
    }.witness
  }
}
