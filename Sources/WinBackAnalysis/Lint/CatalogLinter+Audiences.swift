import CalendarTime
import CEL
import WinBack

extension CatalogLinter {
  /// Finds offers without customers, and offers whose customers are also eligible for others.
  func audience() -> [LintFinding] {
    let analysis = CatalogAnalysis(engine)
    var findings: [LintFinding] = []
    var alive: [(index: Int, placed: PlacedOffer, example: LintFinding.Example?)] = []
    for (index, audience) in analysis.audiences.enumerated() {
      let placed = audience.offer
      switch analysis.existence(of: audience) {
      case .nobody: findings.append(never(placed, audience, analysis))
      case .undetermined: alive.append((index, placed, nil))
      case .somebody(let witness): alive.append((index, placed, analysis.example(witness)))
      }
    }
    var relations = OfferRelations(analysis)
    for (index, placed, example) in alive {
      let audience = analysis.audiences[index]
      findings += singleInstant(placed, audience, analysis, example)
      let cover = relations.cover(of: index)
      if let cover { findings.append(hidden(placed, cover, example)) }
      findings += relatives(of: placed, at: index, coveredBy: cover ?? [], &relations, example)
      if cover == nil { findings += overlaps(of: placed, at: index, &relations) }
      findings += onceOnly(placed, audience, analysis)
    }
    return findings + gaps(analysis)
  }

  private func never(
    _ placed: PlacedOffer,
    _ audience: Audience,
    _ analysis: CatalogAnalysis
  ) -> LintFinding {
    let rules = analysis.conflict(of: audience)
    let names = rules.map { "'\(engine.rules.rules[$0].rule.id)'" }
    let program = analysis.program(of: audience.key)
    let needed = rules.compactMap { rule in
      program?.rules[rule].map { $0.description }.joined(separator: " && ")
    }
    let read = rules.first.map { engine.rules.rules[$0].require.variables } ?? []
    let member = OfferVariable.allCases.first { variable in
      variable.isCriterion && read.contains(Vocabulary.id(of: variable))
        && variable.binding(of: placed, at: .utc) != .absent
    }
    let subject =
      names.count == 1
      ? "the rule \(names[0]) never holds"
      : "the rules \(names.joined(separator: ", ")) never hold together"
    return placed.finding(
      .neverEligible,
      at: member.map { placed.place.member($0.name) },
      "nobody can ever be eligible for '\(placed.id)': \(subject), "
        + "as \(needed.joined(separator: " and ")) would have to be true"
    )
  }

  private func singleInstant(
    _ placed: PlacedOffer,
    _ audience: Audience,
    _ analysis: CatalogAnalysis,
    _ example: LintFinding.Example?
  ) -> [LintFinding] {
    let age = analysis.space.id(of: .lapseAge)
    let ages = audience.region.boxes.map { $0[age].numbers.intervals }
    guard let first = ages.first?.first, ages.allSatisfy({ $0 == [first] }),
      first.lowerBound == first.upperBound, first.lowerBound % 2 == 0
    else { return [] }
    return [
      placed.finding(
        .singleInstant,
        at: .timeSinceLastSubscribedMaximum,
        example: example,
        "a customer can have '\(placed.id)' at one instant only, exactly "
          + "\(first.lowerBound / 2) months after the end of service"
      )
    ]
  }

  private func hidden(
    _ placed: PlacedOffer,
    _ cover: [Audience],
    _ example: LintFinding.Example?
  ) -> LintFinding {
    let names = OfferNames(cover).quoted
    return placed.finding(
      .alwaysHidden,
      example: example,
      "'\(placed.id)' is never first: its customers are all eligible for "
        + (cover.count == 1
          ? "\(names), which is listed before it" : "one of \(names), which are listed before it")
    )
  }

  /// Finds an offer with the same criteria as an earlier one, and one whose customers others all
  /// reach.
  private func relatives(
    of placed: PlacedOffer,
    at index: Int,
    coveredBy cover: [Audience],
    _ relations: inout OfferRelations,
    _ example: LintFinding.Example?
  ) -> [LintFinding] {
    var findings: [LintFinding] = []
    func add(_ code: LintCode, _ message: String) {
      findings.append(placed.finding(code, example: example, message))
    }
    let id = placed.id
    if let twin = relations.twin(of: index) {
      add(
        .identicalOffers,
        "'\(id)' has the same criteria as '\(twin.key.offerId)': until they redeem one, customers are "
          + "eligible for both or none"
      )
    }
    let containing = relations.containing(index, atMost: OfferNames.needed + 1).filter { other in
      // This finding exists already.
      cover.count != 1 || cover[0].key != other.key
    }
    if !containing.isEmpty {
      add(
        .containedOffer,
        "every customer of '\(id)' is also eligible for \(OfferNames(containing).quoted)"
      )
    }
    return findings
  }

  /// Finds an offer that ends before any customer could redeem it a second time.
  private func onceOnly(
    _ placed: PlacedOffer,
    _ audience: Audience,
    _ analysis: CatalogAnalysis
  ) -> [LintFinding] {
    guard let offer = placed.winBack, let end = offer.endDate,
      case .nobody = analysis.existence(ofRepeated: audience)
    else { return [] }
    let id = placed.id
    let start = offer.startDate.day
    guard let wait = offer.customerEligibilityWaitBetweenOffersInMonths else {
      return [
        placed.finding(
          .redeemableOnce,
          at: .endDate,
          "nobody can redeem '\(id)' twice: a customer who redeems it on \(start), the first day, "
            + "does not qualify again before it ends on \(end.day)"
        )
      ]
    }
    let withoutWait = analysis.existence(ofRepeated: audience, waiting: false)
    let customer = ": a customer who redeems it on \(start), the first day, "
    let reason =
      switch withoutWait {
      case .nobody:
        customer + "does not qualify again before it ends on \(end.day), with or without the "
          + "wait of \(wait) months"
      case .somebody: customer + "has to wait \(wait) months, until after it ends on \(end.day)"
      case .undetermined: " before it ends on \(end.day)"
      }
    let finding = placed.finding(
      .redeemableOnce,
      at: .waitBetweenOffers,
      example: withoutWait.witness.map(analysis.example),
      "nobody can redeem '\(id)' twice" + reason
    )
    return [finding]
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
          "no offer of '\(product)' reaches customers \(gap.text) after the end of service, between "
            + "\(OfferNames(gap.before).quoted) and \(OfferNames(gap.after).quoted)"
        )
      }
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
