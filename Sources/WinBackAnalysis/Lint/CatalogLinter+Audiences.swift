import CEL

extension CatalogLinter {
  /// Finds offers without customers, and offers whose customers are also eligible for others.
  func audience() -> [LintFinding] {
    let others = OffersShownBefore(engine, winBack, from: now)
    let analysis = CatalogAnalysis(engine, in: others?.analysis.space)
    var relations = OfferRelations(analysis)
    return analysis.audiences.enumerated().flatMap { index, audience in
      findings(on: audience.offer) { linter in
        let existence = analysis.existence(of: audience)
        guard existence != .nobody else { return linter.never(audience, analysis) }
        let example = existence.witness.map(analysis.example)
        linter.singleInstant(audience, analysis, example)
        let cover = relations.cover(of: index)
        if let cover { linter.hidden(by: cover, example) }
        linter.relatives(at: index, coveredBy: cover ?? [], &relations, example)
        if cover == nil { linter.overlaps(at: index, &relations) }
        linter.onceOnly(audience, analysis)
        if let others { linter.behind(others, audience, analysis) }
      }
    } + gaps(analysis)
  }

  private func gaps(_ analysis: CatalogAnalysis) -> [LintFinding] {
    let audiences = Dictionary(grouping: analysis.audiences) { $0.productId }
    return engine.catalog.placedSubscriptions.flatMap { placed in
      let product = placed.subscription.productId
      return analysis.lapseGaps(between: audiences[product] ?? []).map { gap in
        placed.finding(
          .lapseGap,
          at: placed.place,
          example: analysis.witness(in: gap).map(analysis.example),
          "no offer of '\(product)' reaches customers \(gap.text) after \(engine.lapseName), "
            + "between \(OfferNames(gap.before).quoted) and \(OfferNames(gap.after).quoted)"
        )
      }
    }
  }
}

extension EligibilityEngine {
  /// What the months away are counted from (F2).
  fileprivate var lapseName: String {
    policies.facts.lapseStart == .retryEnd
      ? "the end of service, or of the retries of a failed payment" : "the end of service"
  }
}

extension OfferLinter {
  fileprivate mutating func never(_ audience: Audience, _ analysis: CatalogAnalysis) {
    let known = analysis.engine.rules.rules
    let rules = analysis.conflict(of: audience)
    let names = rules.map { "'\(known[$0].rule.id)'" }
    let program = analysis.program(of: audience.key)
    let needed = rules.compactMap { rule -> String? in
      guard let parts = program?.rules[rule] else { return nil }
      // The terms of the offer alone decide a condition that is constant.
      guard parts.allSatisfy({ $0.constant == nil }) else { return known[rule].rule.require }
      return parts.map { $0.description }.joined(separator: " && ")
    }
    let read = rules.first.map { known[$0].require.variables } ?? []
    let member = OfferVariable.allCases.first { variable in
      variable.isCriterion && read.contains(Vocabulary.id(of: variable))
        && variable.binding(of: placed, at: .utc) != .absent
    }
    let subject =
      names.count == 1
      ? "the rule \(names[0]) never holds"
      : "the rules \(names.joined(separator: ", ")) never hold together"
    add(
      .neverEligible,
      at: member.map { placed.place.member($0.name) },
      "nobody can ever be eligible for '\(placed.id)': \(subject), "
        + "as \(needed.joined(separator: " and ")) would have to be true"
    )
  }

  fileprivate mutating func singleInstant(
    _ audience: Audience,
    _ analysis: CatalogAnalysis,
    _ example: LintFinding.Example?
  ) {
    let age = analysis.space.lapse.age
    let ages = audience.region.boxes.map { $0[age].numbers.intervals }
    guard let first = ages.first?.first, ages.allSatisfy({ $0 == [first] }),
      first.lowerBound == first.upperBound, first.lowerBound % 2 == 0
    else { return }
    add(
      .singleInstant,
      at: .timeSinceLastSubscribedMaximum,
      example: example,
      "a customer can have '\(placed.id)' at one instant only, exactly "
        + "\(first.lowerBound / 2) months after \(analysis.engine.lapseName)"
    )
  }

  fileprivate mutating func hidden(by cover: [Audience], _ example: LintFinding.Example?) {
    let names = OfferNames(cover).quoted
    add(
      .alwaysHidden,
      example: example,
      "'\(placed.id)' is never first: its customers are all eligible for "
        + (cover.count == 1
          ? "\(names), which is listed before it" : "one of \(names), which are listed before it")
    )
  }

  /// Finds an offer with the same criteria as an earlier one, and one whose customers others all
  /// reach.
  fileprivate mutating func relatives(
    at index: Int,
    coveredBy cover: [Audience],
    _ relations: inout OfferRelations,
    _ example: LintFinding.Example?
  ) {
    if let twin = relations.twin(of: index) {
      add(
        .identicalOffers,
        example: example,
        "'\(placed.id)' has the same criteria as '\(twin.key.offerId)': until they redeem one, "
          + "customers are eligible for both or none"
      )
    }
    let containing = relations.containing(index, atMost: OfferNames.needed + 1).filter { other in
      // This finding exists already.
      cover.count != 1 || cover[0].key != other.key
    }
    guard !containing.isEmpty else { return }
    add(
      .containedOffer,
      example: example,
      "every customer of '\(placed.id)' is also eligible for \(OfferNames(containing).quoted)"
    )
  }

  /// Finds better offers that share customers with an offer; App Store Connect warns of them.
  ///
  /// There is one finding for each other offer, the most specific one.
  fileprivate mutating func overlaps(at index: Int, _ relations: inout OfferRelations) {
    let analysis = relations.analysis
    let audience = analysis.audiences[index]
    let id = placed.id
    func customer(of others: [Audience]) -> LintFinding.Example? {
      others.lazy.compactMap { analysis.customer(of: audience, and: $0) }.first
        .map(analysis.example)
    }

    var shadow = relations.shadow(of: index) ?? []
    // Another finding has this already.
    if shadow.map({ $0.key }) == [relations.twin(of: index)?.key] { shadow = [] }
    if !shadow.isEmpty {
      let names = OfferNames(shadow).quotedAlternatives
      add(
        .shadowedOffer,
        example: analysis.existence(of: audience, outside: shadow).witness.map(analysis.example),
        "'\(id)' comes first only for customers who have redeemed \(names): its other customers are all "
          + "eligible for \(shadow.count == 1 ? names : "one of these"), listed before it"
      )
    }
    let (tied, others) = relations.overlaps(
      of: index,
      except: Set(shadow.map { $0.key }),
      atMost: OfferNames.needed
    )
    if !tied.isEmpty {
      add(
        .tiedOffers,
        example: customer(of: tied),
        "only the ids decide which comes first, '\(id)' or \(OfferNames(tied).quotedAlternatives), for "
          + "customers who are eligible for both"
      )
    }
    if !others.isEmpty {
      add(
        .overlappingOffers,
        example: customer(of: others),
        "some customers of '\(id)' are also eligible for \(OfferNames(others).quotedAlternatives), listed "
          + "before it"
      )
    }
  }

  /// Finds an offer that ends before any customer could redeem it a second time.
  fileprivate mutating func onceOnly(_ audience: Audience, _ analysis: CatalogAnalysis) {
    guard let offer = placed.winBack, let end = offer.endDate,
      case .nobody = analysis.existence(ofRepeated: audience)
    else { return }
    let customer = ": a customer who redeems it on \(offer.startDate.day), the first day, "
    let requalifies = "does not qualify again before it ends on \(end.day)"
    let wait = offer.customerEligibilityWaitBetweenOffersInMonths
    var (reason, example) = (customer + requalifies, LintFinding.Example?.none)
    if let wait {
      let zone = analysis.engine.policies.facts.timeZone
      let reopening = offer.startDate.start(at: zone).adding(months: Int64(wait))
      let withoutWait = analysis.existence(ofRepeated: audience, waiting: false)
      example = withoutWait.witness.map(analysis.example)
      reason =
        switch withoutWait {
        case .nobody: reason + ", with or without the wait of \(wait) months"
        case .somebody where reopening >= end.endOfDay(at: zone):
          customer + "has to wait \(wait) months, until after it ends on \(end.day)"
        case .somebody: " because of the wait of \(wait) months"
        case .undetermined: " before it ends on \(end.day)"
        }
    }
    add(
      .redeemableOnce,
      at: wait == nil ? .endDate : .waitBetweenOffers,
      example: example,
      "nobody can redeem '\(placed.id)' twice" + reason
    )
  }
}

/// The win-back offers that a screen shows before promotional offers of the same catalog (M1).
private struct OffersShownBefore {
  let analysis: CatalogAnalysis
  /// The customers to whom they are shown from now on.
  let customers: Region

  /// It is nil for offers of another kind, and where the two rule sets read facts in different ways.
  init?(_ engine: EligibilityEngine, _ winBack: EligibilityEngine?, from now: Instant) {
    guard engine.kind == .promotional, let winBack,
      winBack.policies.facts == engine.policies.facts
    else { return nil }
    let space = CustomerSpace([engine, winBack])
    analysis = CatalogAnalysis(winBack, in: space)
    let future = Domain(now.milliseconds...Instant.maximum.milliseconds)
    customers = Region([Box([space.id(of: .now): future])])
  }
}

extension OfferLinter {
  /// Finds an offer whose customers are all eligible for win-back offers, too.
  fileprivate mutating func behind(
    _ others: OffersShownBefore,
    _ audience: Audience,
    _ analysis: CatalogAnalysis
  ) {
    let region = audience.region.intersection(others.customers)
    // A redemption is stored by the identifier alone, so that two offers with one cannot be compared.
    guard others.analysis.program(of: audience.key) == nil,
      case .somebody(let customer) = analysis.existence(
        in: region,
        of: audience.key.group,
        where: { analysis.isEligible($0, for: audience.key) }
      )
    else { return }
    func cover(exceptRedeemers: Bool) -> [Audience]? {
      others.analysis.cover(
        of: region,
        in: audience.key.group,
        exceptRedeemers: exceptRedeemers
      )
    }
    if let always = cover(exceptRedeemers: false) {
      add(
        .behindWinBack,
        example: others.analysis.example(customer),
        "'\(placed.id)' never comes before a win-back offer: its customers are all eligible for "
          + OfferNames(always).quotedAlternatives
      )
    } else if let shadow = cover(exceptRedeemers: true) {
      let names = OfferNames(shadow).quotedAlternatives
      add(
        .behindWinBack,
        example: others.analysis.example(customer),
        "'\(placed.id)' comes before a win-back offer only for customers who have redeemed \(names): "
          + "its other customers are all eligible for \(shadow.count == 1 ? names : "one of these")"
      )
    }
  }
}

extension CatalogAnalysis {
  func example(_ witness: Witness) -> LintFinding.Example {
    LintFinding.Example(
      witness: witness,
      eligible: OfferNames(eligibleOffers(of: witness, atMost: OfferNames.needed))
    )
  }
}

extension LapseGap {
  /// The gap in words, such as "more than 6 and less than 7 months".
  fileprivate var text: String {
    let (least, isAbove) = ages.lowerBound.quotientAndRemainder(dividingBy: 2)
    let most = (ages.upperBound + 1) / 2
    let isBelow = ages.upperBound % 2 != 0
    if !isBelow, isAbove == 0, least == most { return "exactly \(least) months" }
    return (isAbove == 0 ? "\(least) months or more" : "more than \(least)") + " and "
      + (isBelow ? "less than \(most) months" : "\(most) months at most")
  }
}
