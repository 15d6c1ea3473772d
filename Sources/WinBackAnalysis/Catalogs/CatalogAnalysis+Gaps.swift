import CEL
import WinBack

extension CatalogAnalysis {
  /// Returns the gaps in which no offer of a subscription reaches any customer, although offers
  /// reach customers before and after; in the order of time.
  func lapseGaps(between audiences: [Audience]) -> [LapseGap] {
    // The audiences by the starts and the ends of their intervals.
    var covered: [ClosedRange<Int64>] = []
    var starts: [Int64: [Audience]] = [:]
    var ends: [Int64: [Audience]] = [:]
    for audience in audiences {
      for interval in ages(of: audience.region).intervals {
        covered.append(interval)
        starts[interval.lowerBound, default: []].append(audience)
        ends[interval.upperBound, default: []].append(audience)
      }
    }
    let reached = IntervalSet(unionOf: covered).intervals
    return zip(reached, reached.dropFirst()).map { shorter, longer in
      LapseGap(
        ages: (shorter.upperBound + 1)...(longer.lowerBound - 1),
        before: ends[shorter.upperBound] ?? [],
        after: starts[longer.lowerBound] ?? []
      )
    }
  }

  /// Returns a customer in a gap who is eligible for none of the subscription's offers.
  package func witness(in gap: LapseGap) -> Witness? {
    guard let audience = gap.before.first else { return nil }
    let age = space.id(of: .lapseAge)
    let region = Region(
      audience.region.boxes.map { box in
        var box = box
        box[age] = Domain(.numbers(IntervalSet(gap.ages)))
        return box
      }
    )
    return existence(in: region, of: audience.key.group) { witness in
      eligibleOffers(of: witness).allSatisfy { $0.productId != audience.productId }
    }.witness
  }

  private func ages(of region: Region) -> IntervalSet {
    let age = space.id(of: .lapseAge)
    return IntervalSet(unionOf: region.boxes.flatMap { $0[age].numbers.intervals })
  }
}

/// A time after the end of service in which a subscription has no offer, between times with offers.
package struct LapseGap: Sendable {
  /// The time since the end of service, on the scale of `Age`.
  package let ages: ClosedRange<Int64>
  package let before: [Audience]
  package let after: [Audience]
}
