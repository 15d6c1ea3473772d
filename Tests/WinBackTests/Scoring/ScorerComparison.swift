import CalendarTime
import WinBack

/// Asks the scorer and the decisions about the same customers.
struct ScorerComparison {
  private let rules: CheckedRuleSet
  private let comparesFailedRules: Bool

  init(_ rules: CheckedRuleSet, comparesFailedRules: Bool = true) {
    self.rules = rules
    self.comparesFailedRules = comparesFailedRules
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
          let decided = try engine.decisions(for: history, asOf: instant).map(lists)
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
    try record.mergeDuplicates(at: engine.policies.facts.timeZone)
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
          outlooks: outlooks.map { outlook in
            Outlook(
              offerId: engine.offerIds[outlook.index],
              verdict: outlook.verdict,
              failedRules: comparesFailedRules ? outlook.failedRules : [],
              changesAt: outlook.changesAt,
              eligibleThrough: outlook.eligibleThrough
            )
          }
        )
      )
    }
    return lists
  }

  /// The lists of a group, as a decision says, and what it says of the future.
  private func lists(of decision: Decision) -> Lists {
    Lists(
      group: decision.subscriptionGroupIdentifier,
      eligible: decision.eligibleWinBackOfferIDs,
      undetermined: decision.undeterminedWinBackOfferIDs,
      outlooks: decision.offers.map { offer in
        Outlook(
          offerId: offer.offerId,
          verdict: offer.verdict,
          failedRules: comparesFailedRules ? offer.failedRules : [],
          changesAt: offer.changesAt,
          eligibleThrough: offer.windows.first { $0.contains(decision.asOf) }?.through
        )
      }
    )
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
}

/// What is said of an offer.
private struct Outlook: Equatable {
  let offerId: String
  let verdict: Verdict
  let failedRules: [String]
  let changesAt: Instant?
  let eligibleThrough: Instant?
}
