import CEL

/// Finds what is wrong with a catalog before its launch, because the App Store then locks it.
///
/// ```swift
/// let findings = CatalogLinter(engine, asOf: now).findings()
/// ```
package struct CatalogLinter: Sendable {
  let engine: EligibilityEngine
  let limits = AppStoreLimits()
  let winBack: EligibilityEngine?
  let live: Catalog?
  let now: Instant

  /// Creates a linter.
  ///
  /// - Parameters:
  ///   - engine: The catalog, and the rules of the offers whose customers are examined.
  ///   - winBack: The rules of win-back offers, behind which promotional offers can stand (K1); nil if these
  ///     are not to be compared.
  ///   - live: The live catalog, which decides what can still be changed.
  ///   - now: The present, which decides whether offers have started.
  package init(
    _ engine: EligibilityEngine,
    beside winBack: EligibilityEngine? = nil,
    against live: Catalog? = nil,
    asOf now: Instant
  ) {
    self.engine = engine
    self.winBack = winBack
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
    let own = engine.index.allOffers.flatMap { offer in self.findings(on: offer) { $0.lint() } }
    var findings = own + rivals() + reusedNames(offers) + crowds() + audience()
    findings += changes()
    findings.removeAll { disabled.contains($0.code) }
    // Bounds in the wrong order are one finding; that nobody can have the offer is not a second
    // one.
    let mixed = Set(
      findings.filter { $0.code == .lapseOrder || $0.code == .dateOrder }.map { $0.place.owner }
    )
    findings.removeAll { $0.code == .neverEligible && mixed.contains($0.place.owner) }
    func order(_ place: CatalogPlace) -> [Int] {
      [place.group, place.subscription ?? -1, place.offer ?? -1]
    }
    return LintCode.allCases.flatMap { code in findings.filter { $0.code == code } }.ordered {
      order($0.place).lexicographicallyPrecedes(order($1.place))
    }
  }

  /// Returns the changes since the live catalog that the App Store does not allow; none without one.
  package func changes() -> [LintFinding] {
    live.map { changes(in: engine.index.offers, since: $0) } ?? []
  }

  /// Returns what some checks of an offer find.
  func findings(on offer: PlacedOffer, _ check: (inout OfferLinter) -> Void) -> [LintFinding] {
    var linter = OfferLinter(placed: offer, limits: limits)
    check(&linter)
    return linter.findings
  }

  private func reusedNames(_ offers: [PlacedOffer]) -> [LintFinding] {
    var owners: [[String]: PlacedOffer] = [:]
    return offers.flatMap { placed -> [LintFinding] in
      guard let name = placed.referenceName else { return [] }
      guard let owner = owners[[placed.key.group, name]] else {
        owners[[placed.key.group, name]] = placed
        return []
      }
      return findings(on: placed) { linter in
        linter.add(
          .referenceNameReused,
          at: .referenceName,
          "expected a name that no other offer of the group has, found the name of '\(owner.id)'"
        )
      }
    }
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
