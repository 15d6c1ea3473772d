import CEL
package import CalendarTime
package import WinBack

/// Finds what is wrong with a catalog before its launch, because the App Store then locks it.
///
/// ```swift
/// let findings = CatalogLinter(engine, asOf: now).findings()
/// ```
package struct CatalogLinter: Sendable {
  let engine: EligibilityEngine
  let limits = AppStoreLimits()
  let live: Catalog?
  let now: Instant

  /// `live` decides what can still be changed, and `now` whether offers have started.
  package init(_ engine: EligibilityEngine, against live: Catalog? = nil, asOf now: Instant) {
    self.engine = engine
    self.live = live
    self.now = now
  }

  /// Returns what is wrong, in the order of the catalog.
  ///
  /// - Parameter disabled: The kinds of findings to omit.
  /// - Returns: The findings, those at one location in the order of ``LintCode``; first those on
  ///   single offers and subscriptions.
  /// - Complexity: O(*o*²) for *o* offers of a group, because all pairs are compared.
  package func findings(except disabled: Set<LintCode> = []) -> [LintFinding] {
    let offers = engine.index.offers
    var findings: [LintFinding] = []
    for offer in engine.index.allOffers {
      findings += criteria(of: offer) + dates(of: offer) + identity(of: offer) + terms(of: offer)
    }
    // Bounds in the wrong order are one finding; that nobody can have the offer is not a second
    // one.
    let mixed = Set(
      findings.filter { $0.code == .lapseOrder || $0.code == .dateOrder }
        .filter { !disabled.contains($0.code) }.map { $0.place.owner }
    )
    findings += rivals() + reusedNames(offers) + crowds()
    findings += audience().filter { finding in
      finding.code != .neverEligible || !mixed.contains(finding.place.owner)
    }
    if let live { findings += changes(in: offers, since: live) }
    findings.removeAll { disabled.contains($0.code) }
    let codes = Dictionary(
      uniqueKeysWithValues: LintCode.allCases.enumerated().map { ($0.element, $0.offset) }
    )
    func order(_ finding: LintFinding) -> [Int] {
      let place = finding.place
      return [place.group, place.subscription ?? -1, place.offer ?? -1, codes[finding.code] ?? 0]
    }
    return findings.enumerated().ordered { lhs, rhs in
      (order(lhs.element) + [lhs.offset]).lexicographicallyPrecedes(
        order(rhs.element) + [rhs.offset]
      )
    }.map { $0.element }
  }
}

extension PlacedSubscription {
  func finding(
    _ code: LintCode,
    at place: CatalogPlace,
    example: LintFinding.Example? = nil,
    _ message: String
  ) -> LintFinding {
    LintFinding(
      code: code,
      message: message,
      place: place,
      productId: subscription.productId,
      group: group.id,
      example: example
    )
  }
}

extension PlacedOffer {
  var prices: [OfferPrice] { winBack?.prices ?? [] }

  func finding(
    _ code: LintCode,
    at place: CatalogPlace? = nil,
    example: LintFinding.Example? = nil,
    _ message: String
  ) -> LintFinding {
    LintFinding(
      code: code,
      message: message,
      place: place ?? self.place,
      productId: subscription.productId,
      offerId: winBack?.offerId,
      group: key.group,
      example: example
    )
  }

  func finding(
    _ code: LintCode,
    at member: String,
    element: Int? = nil,
    example: LintFinding.Example? = nil,
    _ message: String
  ) -> LintFinding {
    finding(code, at: place.member(member, element: element), example: example, message)
  }

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

/// Something that is wrong with a catalog, or useful to know.
package struct LintFinding: Sendable, Hashable {
  package struct Example: Sendable, Hashable {
    package let witness: Witness
    /// The offers for which the engine finds the customer eligible, best first.
    package let eligible: OfferNames
  }

  package let code: LintCode

  /// What was expected and what was found, with the numbers; lower case, no full stop.
  package let message: String
  package let place: CatalogPlace

  /// The product and the offer that it is about; nil if there is none.
  package var productId: String?
  package var offerId: String?
  package var group: String

  /// A customer who shows it; nil if there is none.
  package var example: Example?
}
