import CEL

extension CatalogAnalysis {
  /// Returns the times since the end of service at which no offer of a subscription reaches anybody,
  /// whatever else is so, though offers reach those before and after.
  package func lapseGaps(of productId: String, in group: String) -> [LapseGap] {
    let audiences = audiences.filter { $0.key.group == group && $0.productId == productId }
    let aged = audiences.map { audience in (audience: audience, ages: ages(of: audience.region)) }
    let covered = aged.reduce(IntervalSet.none) { $0.union($1.ages) }.intervals
    return zip(covered, covered.dropFirst()).map { shorter, longer in
      let gap = (shorter.upperBound + 1)...(longer.lowerBound - 1)
      return LapseGap(
        group: group,
        productId: productId,
        ages: gap,
        before: aged.filter { $0.ages.contains(gap.lowerBound - 1) }.map(\.audience),
        after: aged.filter { $0.ages.contains(gap.upperBound + 1) }.map(\.audience)
      )
    }
  }

  /// Returns a customer in a gap, who may have none of the subscription's offers.
  package func witness(in gap: LapseGap) -> Witness? {
    guard let audience = gap.before.first else { return nil }
    let age = space.id(of: .lapseAge)
    let region = Region(
      boxes: audience.region.boxes.map { box in
        var box = box
        box[age] = Domain(.numbers(IntervalSet(gap.ages)))
        return box
      }
    )
    let existence = existence(in: region, of: gap.group) { verdicts in
      audiences.allSatisfy { $0.productId != gap.productId || verdicts[$0.key] != .eligible }
    }
    if case .somebody(let witness) = existence { return witness }
    return nil
  }

  /// Returns how long ago service may have ended for customers of a region.
  private func ages(of region: Region) -> IntervalSet {
    let age = space.id(of: .lapseAge)
    return region.boxes.reduce(.none) { ages, box in
      if case .numbers(let numbers) = box[age].values { ages.union(numbers) } else { .all }
    }
  }
}
