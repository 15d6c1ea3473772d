import CalendarTime

extension CatalogLinter {
  /// Finds introductory offers that the App Store does not accept: dates, durations, and two at
  /// once in a storefront.
  func introductoryOffers() -> [LintFinding] {
    PlacedSubscription.all(of: engine.catalog).flatMap { owner in
      owner.subscription.introductoryOffers.indices.flatMap { index in
        let placed = PlacedIntroductoryOffer(owner: owner, index: index)
        return dates(of: placed) + duration(of: placed) + rival(of: placed)
          + planFaults(
            placed.offer.targetSubscriptionPlanType,
            placed.offer.territories,
            owner.subscription.subscriptionPeriod
          ).map { fault in placed.finding(.planNotSold, at: fault.member, fault.message) }
      }
    }
  }

  /// An introductory offer with its position.
  private struct PlacedIntroductoryOffer {
    let owner: PlacedSubscription
    /// The position of the offer among those of the subscription.
    let index: Int

    var subscription: Subscription { owner.subscription }
    var offer: IntroductoryOffer { subscription.introductoryOffers[index] }

    /// Returns a finding about the offer, at one of its members.
    func finding(_ code: LintCode, at member: String? = nil, _ message: String) -> LintFinding {
      let place = owner.place.member("introductoryOffers", element: index)
      return owner.finding(code, at: member.map { place.member($0) } ?? place, message)
    }
  }

  private func dates(of placed: PlacedIntroductoryOffer) -> [LintFinding] {
    guard let start = placed.offer.startDate?.day, let end = placed.offer.endDate?.day, end < start
    else { return [] }
    return [
      placed.finding(
        .dateOrder,
        at: "endDate",
        "expected an end on or after the start on \(start), found \(end)"
      )
    ]
  }

  private func duration(of placed: PlacedIntroductoryOffer) -> [LintFinding] {
    let offer = placed.offer
    let fault = durationFault(
      offer.offerMode,
      offer.duration,
      offer.numberOfPeriods,
      placed.subscription.subscriptionPeriod
    )
    return fault.map { fault in
      let member = fault.isOfPeriods ? "numberOfPeriods" : "duration"
      return [placed.finding(.durationAndMode, at: member, fault.message)]
    } ?? []
  }

  /// Finds an offer before this one that is live in the same storefront on the same day.
  private func rival(of placed: PlacedIntroductoryOffer) -> [LintFinding] {
    let offer = placed.offer
    for (index, other) in placed.subscription.introductoryOffers.prefix(placed.index).enumerated()
    where other.targetSubscriptionPlanType == offer.targetSubscriptionPlanType {
      guard let storefront = Self.commonStorefront(other.territories, offer.territories),
        Self.overlap(other, offer)
      else { continue }
      return [
        placed.finding(
          .introductoryTwice,
          "expected one introductory offer of '\(placed.subscription.productId)' at a time in "
            + "\(storefront), where the one at position \(index + 1) is, too"
        )
      ]
    }
    return []
  }

  /// Returns a storefront that two lists of territories have, none of which is all; nil if there is
  /// none.
  private static func commonStorefront(_ first: [Storefront], _ second: [Storefront]) -> String? {
    if first.isEmpty { return second.first?.code ?? "any storefront" }
    if second.isEmpty { return first[0].code }
    return first.first(where: second.contains)?.code
  }

  private static func overlap(_ first: IntroductoryOffer, _ second: IntroductoryOffer) -> Bool {
    func starts(_ offer: IntroductoryOffer, by end: CatalogDate?) -> Bool {
      guard let start = offer.startDate?.day, let end = end?.day else { return true }
      return start <= end
    }
    return starts(first, by: second.endDate) && starts(second, by: first.endDate)
  }
}
