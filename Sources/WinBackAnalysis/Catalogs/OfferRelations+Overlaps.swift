import CEL
import WinBack

extension OfferRelations {
  /// How often one offer is held against others to see whether all its customers may have these.
  private static let containmentLimit = 16

  /// Returns the better offers that some of an offer's customers may have, too, best first: those
  /// that nothing but the ids puts before it, and the others.
  ///
  /// Offers that ask the same are left out, and so are those whose customers may all have this one
  /// and those in the shadow, unless they are tied with it. Of very many offers that all customers
  /// of one another may have, not all are looked at, and at most `limit` of a kind.
  mutating func overlaps(
    of place: Int,
    except shadow: Set<OfferKey>,
    atMost limit: Int
  ) -> (tied: [Audience], others: [Audience]) {
    let audiences = analysis.audiences
    var (tied, others): ([Audience], [Audience]) = ([], [])
    var containments = 0
    for other in analysis.places(meeting: audiences[place]) where other < place {
      guard !areTwins(place, other) else { continue }
      if ranks[other] == ranks[place] {
        guard tied.count < limit, shareCustomers(place, other) else { continue }
        tied.append(audiences[other])
      } else if others.count < limit, containments < Self.containmentLimit,
        !shadow.contains(audiences[other].key)
      {
        if isContained(place, in: other) || isContained(other, in: place) {
          containments += 1
        } else if shareCustomers(place, other) {
          others.append(audiences[other])
        }
      }
    }
    return (tied, others)
  }

  /// Returns whether somebody may have both of two offers, at more than one instant after the end of
  /// service: ranges that only touch are as they should be.
  private func shareCustomers(_ place: Int, _ other: Int) -> Bool {
    let audience = analysis.audiences[place]
    let shared = analysis.shared(by: audience, analysis.audiences[other])
    return shared.isExact
      && analysis.search(in: audience.key.group).finder.assignment(in: shared) != nil
  }
}

extension CatalogAnalysis {
  /// Returns the customers who have never redeemed an offer.
  func withoutRedemption(of audience: Audience) -> Region {
    Region(boxes: [space.withoutRedemption(of: audience.key)])
  }

  /// Returns the customers who may have both of two offers, without those for whom that is so at one instant
  /// after the end of service only.
  func shared(by audience: Audience, _ other: Audience) -> Region {
    let age = space.id(of: .lapseAge)
    let both = audience.region.intersection(other.region)
    let boxes = both.boxes.filter { box in
      guard case .numbers(let ages) = box[age].values else { return true }
      // Even ages are whole months to the instant.
      return !ages.intervals.allSatisfy { $0.lowerBound == $0.upperBound && $0.lowerBound % 2 == 0 }
    }
    return both.isExact ? Region(boxes: boxes) : both
  }

  /// Returns a customer who may have both of two offers, as the engine has confirmed; nil where none is
  /// found.
  func customer(of audience: Audience, and other: Audience) -> Witness? {
    existence(in: shared(by: audience, other), of: audience.key.group) { witness in
      isEligible(witness, for: audience.key) && isEligible(witness, for: other.key)
    }.witness
  }
}
