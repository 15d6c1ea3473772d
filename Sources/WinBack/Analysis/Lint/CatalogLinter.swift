package import CalendarTime

/// Finds what is wrong with a catalog before it is launched, when nothing can be fixed any more.
///
/// ```swift
/// let findings = CatalogLinter(engine, asOf: now).findings()
/// ```
package struct CatalogLinter: Sendable {
  let engine: EligibilityEngine
  let limits = AppStoreLimits()
  /// The catalog as it is live; nil if nobody said.
  let live: Catalog?
  let now: Instant

  /// Creates a linter.
  ///
  /// - Parameters:
  ///   - engine: The catalog with the rules and policies that are taken to decide.
  ///   - live: The catalog as it is live, to see what may still be changed.
  ///   - now: The present, by which offers have started or have not.
  package init(_ engine: EligibilityEngine, against live: Catalog? = nil, asOf now: Instant) {
    self.engine = engine
    self.live = live
    self.now = now
  }

  /// A subscription with its position.
  struct PlacedSubscription {
    let group: SubscriptionGroup
    let subscription: Subscription
    let place: CatalogPlace

    /// The subscriptions of a catalog, in its order.
    static func all(of catalog: Catalog) -> [PlacedSubscription] {
      catalog.subscriptionGroups.enumerated().flatMap { groupIndex, group in
        group.subscriptions.enumerated().map { index, subscription in
          PlacedSubscription(
            group: group,
            subscription: subscription,
            place: CatalogPlace(group: groupIndex, subscription: index)
          )
        }
      }
    }

    /// The win-back offers of the subscription, in the order of the catalog.
    var offers: [PlacedOffer] {
      subscription.winBackOffers.enumerated().map { index, offer in
        var place = place
        place.offer = index
        return PlacedOffer(owner: self, offer: offer, place: place)
      }
    }

    /// Returns a finding at a place, about an offer or the whole subscription, with a customer who shows it.
    func finding(
      _ code: LintCode,
      at place: CatalogPlace,
      of offerId: String? = nil,
      example: LintFinding.Example? = nil,
      _ message: String
    ) -> LintFinding {
      LintFinding(
        code: code,
        message: message,
        place: place,
        productId: subscription.productId,
        offerId: offerId,
        group: group.id,
        example: example
      )
    }
  }

  /// An offer with its position.
  struct PlacedOffer {
    let owner: PlacedSubscription
    let offer: WinBackOffer
    let place: CatalogPlace

    var group: SubscriptionGroup { owner.group }
    var subscription: Subscription { owner.subscription }
    var key: OfferKey { OfferKey(group: group.id, offerId: offer.offerId) }

    /// Returns a finding about the offer, at one of its members, with a customer who shows it.
    func finding(
      _ code: LintCode,
      at member: String? = nil,
      element: Int? = nil,
      example: LintFinding.Example? = nil,
      _ message: String
    ) -> LintFinding {
      owner.finding(
        code,
        at: member.map { place.member($0, element: element) } ?? place,
        of: offer.offerId,
        example: example,
        message
      )
    }

    /// Returns a finding about an attribute of the offer.
    func finding(
      _ code: LintCode,
      at variable: OfferVariable,
      element: Int? = nil,
      example: LintFinding.Example? = nil,
      _ message: String
    ) -> LintFinding {
      finding(code, at: variable.name, element: element, example: example, message)
    }
  }

  /// Returns what is wrong, in the order of the catalog.
  ///
  /// - Parameter disabled: The kinds of findings that nobody wants.
  /// - Returns: The findings; first those on offers and subscriptions by themselves, of one place in the
  ///   order of ``LintCode``.
  /// - Complexity: O(*o*²) for *o* offers of a group, since each is compared with each.
  package func findings(except disabled: Set<LintCode> = []) -> [LintFinding] {
    let offers = offers
    var findings: [LintFinding] = []
    for offer in offers {
      findings += criteria(of: offer) + dates(of: offer) + identity(of: offer) + terms(of: offer)
    }
    // Mixed-up bounds are one finding; that nobody can have the offer is not a second one.
    let mixed = Set(
      findings.filter { $0.code == .lapseOrder || $0.code == .dateOrder }
        .filter { !disabled.contains($0.code) }.map { $0.place.owner }
    )
    findings += introductoryOffers() + reusedNames(offers) + crowds()
    findings += audience(of: offers).filter { finding in
      finding.code != .neverEligible || !mixed.contains(finding.place.owner)
    }
    if let live { findings += changes(in: offers, since: live) }
    findings.removeAll { disabled.contains($0.code) }
    let codes = Dictionary(
      uniqueKeysWithValues: LintCode.allCases.enumerated().map { ($0.element, $0.offset) }
    )
    func order(_ finding: LintFinding) -> [Int] {
      let place = finding.place
      return [
        place.group, place.subscription ?? -1, place.offer ?? -1, codes[finding.code] ?? 0,
      ]
    }
    return findings.enumerated().sorted { lhs, rhs in
      (order(lhs.element) + [lhs.offset]).lexicographicallyPrecedes(
        order(rhs.element) + [rhs.offset]
      )
    }.map { $0.element }
  }

  /// The offers of the catalog, in its order.
  private var offers: [PlacedOffer] { Self.offers(of: engine.catalog) }

  static func offers(of catalog: Catalog) -> [PlacedOffer] {
    PlacedSubscription.all(of: catalog).flatMap { $0.offers }
  }
}
