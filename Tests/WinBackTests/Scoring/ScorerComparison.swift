import CalendarTime
import WinBack

/// Asks the scorer and the decisions about the same customers.
struct ScorerComparison {
  let rules: CheckedRuleSet

  init(_ rules: CheckedRuleSet) {
    self.rules = rules
  }

  /// How the two differ; nil where they agree.
  func difference(on randomCase: RandomCase) -> String? {
    do {
      let engine = try EligibilityEngine(
        catalog: randomCase.catalog,
        rules: rules,
        policies: randomCase.policies
      )
      // A history that contradicts itself is refused before it comes to either.
      guard (try? engine.decisions(for: randomCase.history, asOf: .minimum)) != nil else {
        return nil
      }
      for instant in randomCase.instants.map(Instant.init(milliseconds:)) {
        let scored = try lists(of: randomCase.history, engine, asOf: instant)
        let decided = try engine.decisions(for: randomCase.history, asOf: instant).map(Lists.init)
        if scored != decided { return "at \(instant)\n  scored  \(scored)\n  decided \(decided)" }
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The lists of a group, as the scorer says, and what it says of the future.
  private func lists(
    of history: CustomerHistory,
    _ engine: EligibilityEngine,
    asOf now: Instant
  ) throws(HistoryError) -> [Lists] {
    let program = ScoringProgram(engine, asOf: now)
    var scorer = Scorer(program)
    var symbols = program.symbols
    var record = HistoryRecord(
      history,
      attributes: rules.ruleSet.attributes.map(\.name),
      &symbols
    )
    try record.mergeDuplicates()
    let groups: [Symbol?] = record.groups(in: engine.index.productGroups, symbols)
    let asked = groups.isEmpty ? [record.subscriptionGroupIdentifier] : groups
    return asked.map { group in
      scorer.score(record, group: group, isOnlyGroup: asked.count == 1, symbols)
      return Lists(
        group: group.map(symbols.text(of:)) ?? "",
        eligible: scorer.eligible.map { engine.offerIds[$0] },
        undetermined: scorer.undetermined.map { engine.offerIds[$0] },
        outlooks: engine.outlooks(
          on: record,
          group: group,
          isOnlyGroup: asked.count == 1,
          symbols,
          asOf: now
        ).map { Outlook($0, engine.offerIds[$0.index]) }
      )
    }
  }
}

/// What is said of a customer in one group.
private struct Lists: Equatable {
  let group: String
  let eligible: [String]
  let undetermined: [String]
  let outlooks: [Outlook]

  init(group: String, eligible: [String], undetermined: [String], outlooks: [Outlook]) {
    self.group = group
    self.eligible = eligible
    self.undetermined = undetermined
    self.outlooks = outlooks
  }

  init(_ decision: Decision) {
    self.init(
      group: decision.subscriptionGroupIdentifier,
      eligible: decision.eligibleWinBackOfferIDs,
      undetermined: decision.undeterminedWinBackOfferIDs,
      outlooks: decision.offers.map { Outlook($0, asOf: decision.asOf) }
    )
  }
}

/// What is said of an offer.
private struct Outlook: Equatable {
  let offerId: String
  let verdict: Verdict
  let failedRules: [String]
  let changesAt: Instant?
  let eligibleThrough: Instant?

  init(_ outlook: OfferOutlook, _ offerId: String) {
    self.offerId = offerId
    verdict = outlook.verdict
    failedRules = outlook.failedRules
    changesAt = outlook.changesAt
    eligibleThrough = outlook.eligibleThrough
  }

  init(_ decision: OfferDecision, asOf now: Instant) {
    offerId = decision.offerId
    verdict = decision.verdict
    failedRules = decision.failedRules
    changesAt = decision.changesAt
    eligibleThrough = decision.windows.first { $0.contains(now) }?.through
  }
}
