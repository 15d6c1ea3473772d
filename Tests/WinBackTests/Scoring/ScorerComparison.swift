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
      for instant in randomCase.instants.prefix(3).map(Instant.init(milliseconds:)) {
        let program = ScoringProgram(engine, asOf: instant)
        var scorer = Scorer(program)
        // One customer after another, so that what is left of the last one would show.
        for history in [randomCase.history.withoutTransactions, randomCase.history] {
          let scored = try lists(of: history, by: &scorer, program)
          let decided = try engine.decisions(for: history, asOf: instant).map(Lists.init)
          if scored != decided { return "at \(instant)\n  scored  \(scored)\n  decided \(decided)" }
        }
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The lists of each group, as the scorer says, and what it says of the future.
  private func lists(
    of history: CustomerHistory,
    by scorer: inout Scorer,
    _ program: ScoringProgram
  ) throws(HistoryError) -> [Lists] {
    let engine = program.engine
    var symbols = program.symbols
    var record = HistoryRecord(
      history,
      attributes: rules.ruleSet.attributes.map(\.name),
      &symbols
    )
    try record.mergeDuplicates()
    let groups: [Symbol?] = record.groups(in: engine.index.productGroups, symbols)
    let asked = groups.isEmpty ? [record.subscriptionGroupIdentifier] : groups
    var lists: [Lists] = []
    for group in asked {
      scorer.score(record, group: group, isOnlyGroup: asked.count == 1, symbols)
      let outlooks = engine.outlooks(
        on: record,
        group: group,
        isOnlyGroup: asked.count == 1,
        symbols,
        asOf: program.now
      )
      lists.append(
        Lists(
          group: group.map(symbols.text(of:)) ?? "",
          eligible: scorer.eligible.map { engine.offerIds[$0] },
          undetermined: scorer.undetermined.map { engine.offerIds[$0] },
          outlooks: outlooks.map { Outlook($0, engine.offerIds[$0.index]) }
        )
      )
    }
    return lists
  }
}

extension CustomerHistory {
  /// A customer of whom nothing is known but the group.
  fileprivate var withoutTransactions: CustomerHistory {
    CustomerHistory(
      customerId: customerId,
      subscriptionGroupIdentifier: subscriptionGroupIdentifier ?? "g1",
      transactions: []
    )
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
