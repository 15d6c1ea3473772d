import TestSupport
import Testing
import WinBackFormats

/// R6: the order of the input never changes an answer.
@Suite("Order of the input")
struct OrderOfInputTests {
  @Test("no order of transactions, renewal information, groups or offers changes an answer (R6)")
  func permutations() throws {
    let rules = try CheckedRuleSet.appStore()
    for seed in RandomCase.seeds(60, for: 3) {
      let ordered = RandomCase(seed: seed, allowsTies: true)
      let shuffled = ordered.shuffled()
      let engine = try ordered.engine(by: rules)
      let shuffledEngine = try shuffled.engine(by: rules)
      for instant in ordered.instants.prefix(2).map(Instant.init(milliseconds:)) {
        let answer = Result { try engine.decisions(for: ordered.history, asOf: instant) }
        let other = Result { try shuffledEngine.decisions(for: shuffled.history, asOf: instant) }
        switch (answer, other) {
        case (.success(let answer), .success(let other)):
          if answer != other { Issue.record("as of \(instant), \(ordered)") }
        case (.failure, .failure): break
        default: Issue.record("only one order is refused: \(ordered)")
        }
      }
    }
  }
}

extension RandomCase {
  /// The same case, with everything that has an order in another one.
  fileprivate func shuffled() -> RandomCase {
    var dice = Dice(seed: ~seed)
    var copy = self
    copy.history.transactions.shuffle(using: &dice.generator)
    copy.history.renewalInfo.shuffle(using: &dice.generator)
    copy.catalog.subscriptionGroups.shuffle(using: &dice.generator)
    for group in copy.catalog.subscriptionGroups.indices {
      copy.catalog.subscriptionGroups[group].subscriptions.shuffle(using: &dice.generator)
    }
    copy.catalog.editSubscriptions { $0.winBackOffers.shuffle(using: &dice.generator) }
    return copy
  }
}
