import WinBack

/// Asks the batch evaluator at one instant and the decisions about the same customers.
struct InstantComparison: CaseComparison {
  let rules: CheckedRuleSet

  func difference(on randomCase: RandomCase) -> String? {
    do {
      let engine = try randomCase.engine(by: rules)
      // A history that contradicts itself is refused before it comes to either.
      guard (try? engine.groups(of: randomCase.history)) != nil else {
        return nil
      }
      for instant in randomCase.instants.prefix(3).map(Instant.init(milliseconds:)) {
        let program = BatchProgram(engine, at: instant)
        var evaluator = BatchEvaluator(program)
        var details = OutlookEvaluator(engine, .allFailedRules, at: instant)
        var windows = OutlookEvaluator(engine, .windows, at: instant)
        // One customer after another, so that what is left of the last one would show.
        for history in [randomCase.history.withoutTransactions, randomCase.history] {
          let scored = try lists(of: history, engine, by: &evaluator, &details, &windows)
          let decided = try engine.decisions(for: history, asOf: instant).map(lists)
          if scored != decided { return "at \(instant)\n  scored  \(scored)\n  decided \(decided)" }
        }
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The lists of each group, as the batch evaluator says, and what it says of the future.
  private func lists(
    of history: CustomerHistory,
    _ engine: EligibilityEngine,
    by evaluator: inout BatchEvaluator,
    _ details: inout OutlookEvaluator,
    _ windows: inout OutlookEvaluator
  ) throws(HistoryError) -> [Lists] {
    var lists: [Lists] = []
    for group in try engine.groups(of: history) {
      evaluator.score(group.record, group.asked, group.symbols)
      details.look(at: group.record, group.asked, group.symbols, by: &evaluator)
      windows.look(at: group.record, group.asked, group.symbols, by: &evaluator)
      let detailed = details.outlooks
      let windowed = windows.outlooks
      func ids(_ rules: some Sequence<Int>) -> [String] {
        rules.map { engine.rules.ids[$0] }
      }
      lists.append(
        Lists(
          group: group.subscriptionGroupIdentifier,
          eligible: evaluator.results.eligible.map { engine.offerIds[$0] },
          undetermined: evaluator.results.undetermined.map { engine.offerIds[$0] },
          outlooks: zip(detailed.offers, windowed.offers).map { detail, window in
            Outlook(
              offerId: engine.offerIds[detail.index],
              verdict: detail.verdict,
              failedRules: ids(detailed.failedRules(of: detail)),
              firstFailedRule: ids(windowed.failedRules(of: window)).first,
              changesAt: detail.changesAt,
              eligibleThrough: detail.eligibleThrough,
              window: window.window
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
          failedRules: offer.failedRules,
          firstFailedRule: offer.failedRules.first,
          changesAt: offer.changesAt,
          eligibleThrough: offer.windows.first { $0.contains(decision.asOf) }?.through,
          window: offer.windows.first { $0.through ?? .maximum >= decision.asOf }
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
  let firstFailedRule: String?
  let changesAt: Instant?
  let eligibleThrough: Instant?
  let window: Window?
}
