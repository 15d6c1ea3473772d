import Testing
import WinBackAnalysis
import WinBackFormats

/// What a linter says of customers, sentence by sentence, to be asked of the engine.
struct LintClaims {
  private let catalog: Catalog
  private let engine: EligibilityEngine
  private let policies: [String: String]
  private let findings: [LintFinding]
  /// The engines of the catalogs in which an offer that is redeemable once has no wait, by offer.
  private let withoutWait: [String: EligibilityEngine]

  /// Lints a catalog of one group.
  init(_ catalog: Catalog, _ rules: CheckedRuleSet, _ policies: [String: String]) throws {
    self.catalog = catalog
    self.policies = policies
    engine = try EligibilityEngine(catalog: catalog, rules: rules, policies: policies)
    findings = CatalogLinter(engine, asOf: Instant(milliseconds: 0)).findings()
    var withoutWait: [String: EligibilityEngine] = [:]
    for case let id? in findings.filter({ $0.code == .redeemableOnce }).map(\.offerId) {
      let changed = Self.editing(id, in: catalog) {
        $0.customerEligibilityWaitBetweenOffersInMonths = nil
      }
      withoutWait[id] = try EligibilityEngine(catalog: changed, rules: rules, policies: policies)
    }
    self.withoutWait = withoutWait
  }

  /// A customer at an instant, as an engine sees them.
  private struct Visit {
    let history: CustomerHistory
    let now: Instant
    /// The offers that the customer may have, best first.
    let eligible: [String]
    /// When each offer was redeemed, as far as it is by now.
    let redemptions: [String: [Instant]]
    let lapsedAt: Instant?

    init(_ history: CustomerHistory, _ now: Instant, _ engine: EligibilityEngine) {
      self.history = history
      self.now = now
      eligible = engine.verdicts(on: history, group: "g", asOf: now)
        .filter { $0.verdict == .eligible }.map(\.offer.offerId)
      let offset = engine.policies.facts.timeZone
      var redemptions: [String: [Instant]] = [:]
      for transaction in history.transactions where transaction.offerType == 4 {
        let purchase = transaction.purchaseDate.resolved(at: offset)
        guard let id = transaction.offerIdentifier, purchase <= now,
          transaction.inAppOwnershipType != "FAMILY_SHARED"
        else { continue }
        redemptions[id, default: []].append(purchase)
      }
      self.redemptions = redemptions
      lapsedAt = engine.facts(of: history, group: "g", asOf: now)?.lapsedAt
    }
  }

  // MARK: - Somebody

  /// Expects that whoever a finding names shows what it says, and that each kind that says "somebody" names
  /// somebody; with rules of one's own, nobody may be found.
  func expectExamples(_ comment: String, hasOwnRule: Bool = false) throws {
    for finding in findings {
      let comment: Comment = "\(finding.code.rawValue) \(finding.message), \(comment)"
      guard let example = finding.example else {
        guard !hasOwnRule else { continue }
        let needsNobody: Set<LintCode> = [.neverEligible, .redeemableOnce, .lapseOrder, .dateOrder]
        // Where a wait starts with the redemption, service must end before the offer does, and not every
        // history with such a refund is looked for.
        let mayBeMissed =
          finding.code == .shadowedOffer && policies["waitStart"] == "redemption"
        #expect(
          needsNobody.contains(finding.code) || !finding.code.isAboutCustomers || mayBeMissed,
          comment
        )
        #expect(!finding.message.contains("has to wait"), comment)
        continue
      }
      let visit = Visit(example.witness.history, example.witness.asOf, engine)
      #expect(visit.eligible == example.eligible.ids, comment)
      let id = finding.offerId ?? ""
      let named = names(in: finding).filter { $0 != id }
      switch finding.code {
      case .alwaysHidden:
        #expect(visit.eligible.contains(id) && visit.eligible.first != id, comment)
      case .identicalOffers, .singleInstant, .containedOffer:
        #expect(visit.eligible.contains(id), comment)
      case .shadowedOffer:
        #expect(visit.eligible.contains(id), comment)
        #expect(named.contains { visit.redemptions[$0] != nil }, comment)
        #expect(Set(visit.eligible).isDisjoint(with: named), comment)
      case .overlappingOffers:
        let others = named.filter(visit.eligible.contains)
        #expect(!others.isEmpty, comment)
        #expect(visit.eligible.drop { $0 != id }.allSatisfy { !others.contains($0) }, comment)
      case .tiedOffers:
        let other = try #require(named.first(where: visit.eligible.contains), comment)
        try expectTie(of: id, and: other, visit, comment)
      case .redeemableOnce: expectRepetition(of: id, visit, comment)
      case .lapseGap:
        let product = try #require(finding.productId)
        #expect(Set(visit.eligible).isDisjoint(with: offers(of: product)), comment)
      default: Issue.record(comment)
      }
    }
  }

  /// Expects that nothing but the ids puts one offer before another: with other ids the order is the other one.
  private func expectTie(
    of id: String,
    and better: String,
    _ visit: Visit,
    _ comment: Comment
  ) throws {
    #expect(visit.eligible.firstIndex(of: better) ?? 0 < visit.eligible.firstIndex(of: id) ?? 0)
    let first = "0"
    let renamed = Self.editing(id, in: catalog) { $0.offerId = first }
    let other = try EligibilityEngine(catalog: renamed, rules: engine.rules, policies: policies)
    var history = visit.history
    for index in history.transactions.indices
    where history.transactions[index].offerIdentifier == id {
      history.transactions[index].offerIdentifier = first
    }
    let eligible = Visit(history, visit.now, other).eligible
    let places = [first, better].compactMap(eligible.firstIndex)
    #expect(places.count == 2 && places[0] < places[1], comment)
  }

  /// Expects somebody whom nothing but the wait keeps from redeeming an offer again.
  private func expectRepetition(of id: String, _ visit: Visit, _ comment: Comment) {
    #expect(visit.redemptions[id] != nil && !visit.eligible.contains(id), comment)
    let others = withoutWait[id].map { Visit(visit.history, visit.now, $0).eligible } ?? []
    #expect(others.contains(id), comment)
  }

  // MARK: - Nobody

  /// Expects that a customer is no exception to what any finding says, and that what the customer shows of
  /// two offers is told.
  func expectNoCounterexample(_ history: CustomerHistory, _ now: Instant, _ seed: String) {
    let visit = Visit(history, now, engine)
    for finding in findings where finding.code.isAboutCustomers {
      #expect(
        !isException(visit, to: finding),
        "\(finding.code.rawValue) \(finding.message), \(seed), on \(now) \(visit.eligible): \(history)"
      )
    }
    for (place, better) in visit.eligible.enumerated() {
      for other in visit.eligible.dropFirst(place + 1) {
        #expect(
          isTold(other, behind: better) || touch(better, other, visit),
          "nobody tells of '\(other)' behind '\(better)', \(seed), on \(now): \(history)"
        )
      }
    }
  }

  private func isException(_ visit: Visit, to finding: LintFinding) -> Bool {
    let id = finding.offerId ?? ""
    let named = names(in: finding).filter { $0 != id }
    let isEligible = visit.eligible.contains(id)
    let hasRedeemed = named.contains { visit.redemptions[$0] != nil }
    switch finding.code {
    case .neverEligible: return isEligible || allHold(rulesOf: finding, visit)
    case .alwaysHidden: return visit.eligible.first == id
    case .containedOffer:
      return isEligible && !named.allSatisfy(visit.eligible.contains)
    case .identicalOffers:
      guard visit.redemptions[id] == nil, !hasRedeemed else { return false }
      return named.contains { visit.eligible.contains($0) != isEligible }
    case .shadowedOffer:
      guard !hasRedeemed else { return false }
      return isEligible
        && (visit.eligible.first == id || named.allSatisfy { !visit.eligible.contains($0) })
    case .singleInstant:
      guard isEligible, let lapsedAt = visit.lapsedAt else { return false }
      return numbers(in: finding).first.map { lapsedAt.adding(months: $0) } != visit.now
    case .redeemableOnce: return isRepeated(visit, finding, id)
    case .lapseGap:
      guard let lapsedAt = visit.lapsedAt, let product = finding.productId,
        isInGap(finding, lapsedAt, visit.now)
      else { return false }
      return !Set(visit.eligible).isDisjoint(with: offers(of: product))
    // These findings make a claim about a customer.
    default: return false
    }
  }

  /// Returns whether all rules hold that a finding says never hold together.
  private func allHold(rulesOf finding: LintFinding, _ visit: Visit) -> Bool {
    guard
      let decision = try? engine.decisions(for: visit.history, asOf: visit.now).first?.offers
        .first(where: { $0.offerId == finding.offerId })
    else { return false }
    let rules = Set(quoted(in: finding))
    let named = decision.rules.filter { rules.contains($0.id) }
    return !named.isEmpty && named.allSatisfy { $0.outcome == .holds }
  }

  /// Returns whether a customer may have an offer again, or could without the wait if the finding says that
  /// this does not help.
  private func isRepeated(_ visit: Visit, _ finding: LintFinding, _ id: String) -> Bool {
    let start = offer(id).startDate.start(at: engine.policies.facts.timeZone)
    guard visit.redemptions[id]?.contains(where: { $0 >= start }) == true else { return false }
    if visit.eligible.contains(id) { return true }
    guard finding.message.contains("with or without the wait"), let other = withoutWait[id] else {
      return false
    }
    return Visit(visit.history, visit.now, other).eligible.contains(id)
  }

  /// Returns whether so long ago is in the gap that a finding tells of in words.
  private func isInGap(_ finding: LintFinding, _ lapsedAt: Instant, _ now: Instant) -> Bool {
    let months = numbers(in: finding).map { lapsedAt.adding(months: $0) }
    let message = finding.message
    if message.contains("exactly") { return months.first == now }
    guard months.count == 2 else { return false }
    let isAfter = message.contains("months or more") ? months[0] <= now : months[0] < now
    return isAfter && (message.contains("at most") ? now <= months[1] : now < months[1])
  }

  // MARK: - Both

  /// Returns whether a finding tells that somebody may have two offers.
  private func isTold(_ id: String, behind better: String) -> Bool {
    findings.contains { finding in
      switch finding.code {
      case .alwaysHidden: finding.offerId == id
      case .identicalOffers, .shadowedOffer, .tiedOffers, .overlappingOffers:
        // What is identical with the same one is identical.
        finding.offerId == id && names(in: finding).contains(better)
          || finding.code == .identicalOffers && [id, better].contains(finding.offerId)
      case .containedOffer:
        [id, better].contains(finding.offerId) && names(in: finding).isSuperset(of: [id, better])
      default: false
      }
    }
  }

  /// Returns whether a customer may have two offers at one instant only: a millisecond before and after
  /// it, one of them is not open.
  private func touch(_ id: String, _ other: String, _ visit: Visit) -> Bool {
    ([-1, 1] as [Int64]).allSatisfy { distance in
      let now = visit.now.adding(milliseconds: distance)
      return !Set(Visit(visit.history, now, engine).eligible).isSuperset(of: [id, other])
    }
  }

  // MARK: - Words

  private func quoted(in finding: LintFinding) -> [String] {
    finding.message.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  /// The offers that a finding names.
  private func names(in finding: LintFinding) -> Set<String> {
    let ids = catalog.subscriptionGroups[0].subscriptions.flatMap(\.winBackOffers).map(\.offerId)
    return Set(ids).intersection(quoted(in: finding))
  }

  private func numbers(in finding: LintFinding) -> [Int64] {
    finding.message.split { !$0.isNumber }.compactMap { Int64($0) }
  }

  private func offer(_ id: String) -> WinBackOffer {
    let offers = catalog.subscriptionGroups[0].subscriptions.flatMap(\.winBackOffers)
    return offers.first { $0.offerId == id } ?? offers[0]
  }

  private func offers(of product: String) -> [String] {
    catalog.subscriptionGroups[0].subscriptions.filter { $0.productId == product }
      .flatMap(\.winBackOffers).map(\.offerId)
  }

  private static func editing(
    _ id: String,
    in catalog: Catalog,
    _ edit: (inout WinBackOffer) -> Void
  ) -> Catalog {
    var changed = catalog
    changed.editOffers { offer in
      if offer.offerId == id { edit(&offer) }
    }
    return changed
  }
}

extension LintCode {
  /// Whether findings of the kind say something of all customers that there can be.
  fileprivate var isAboutCustomers: Bool {
    switch self {
    case .neverEligible, .singleInstant, .alwaysHidden, .identicalOffers, .containedOffer,
      .shadowedOffer, .tiedOffers, .overlappingOffers, .redeemableOnce, .lapseGap:
      true
    default: false
    }
  }
}
