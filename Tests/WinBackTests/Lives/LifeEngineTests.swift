import CEL
import Testing
import WinBackFormats

/// Whole lives as the App Store makes them, and what the engine says of those who see a part of them.
@Suite("Lives seen by the engine")
struct LifeEngineTests {
  @Test("a certain answer, and every edge of a window, is that of the whole life (F13, F14)")
  func certainty() throws {
    let rules = try CheckedRuleSet.appStore()
    for seed in RandomCase.seeds(30, for: 64) {
      let life = LifeCase(seed: seed)
      let history = life.view.history(of: life.lives)
      let engine = try EligibilityEngine(catalog: life.catalog, rules: rules)
      let windows = try engine.decisions(
        for: history,
        asOf: Instant(milliseconds: life.view.date)
      ).flatMap(\.offers).flatMap(\.windows)
      let edges = windows.flatMap { [$0.from, $0.through].compactMap { $0?.milliseconds } }
        .flatMap { [$0 - 1, $0, $0 + 1] }
      let answers = try life.answers(seenBy: life.view, at: life.instants + edges.prefix(12)) {
        try engine.verdicts(on: history, at: $0)
      }
      for answer in answers { #expect(!answer.isWrong, "\(answer) of \(life)") }
    }
  }

  @Test("a picture shows that there is no service only where the whole life has none (F14)")
  func service() throws {
    let rules = try CheckedRuleSet.appStore()
    var claims = 0
    for seed in RandomCase.seeds(60, for: 68) {
      let life = LifeCase(seed: seed)
      let engine = try EligibilityEngine(catalog: life.catalog, rules: rules)
      let date = Instant(milliseconds: life.view.date)
      let decisions = try engine.decisions(for: life.view.history(of: life.lives), asOf: date)
      for now in life.instants {
        let instant = Instant(milliseconds: now)
        let open = life.lives.filter { life.view.blindness(to: $0, at: now) != nil }.map(\.group)
        let truth = try engine.decisions(for: life.truth(at: now), asOf: instant)
        for decision in decisions where !open.contains(decision.subscriptionGroupIdentifier) {
          guard decision.showsNoService(at: instant),
            let whole = truth.first(where: {
              $0.subscriptionGroupIdentifier == decision.subscriptionGroupIdentifier
            })
          else { continue }
          claims += 1
          #expect(!whole.hasOwnService(at: instant), "at \(Reference.text(now)) of \(life)")
        }
      }
    }
    #expect(claims > 50, "\(claims)")
  }

  @Test(
    "a certain fact, and a range of one, is right of the whole life (F13, F14)",
    arguments: FactVariable.allCases.filter {
      [.allTransactions, .wholeHistory, .offerRedemptions].contains($0.fact.source)
    }
  )
  func facts(fact: FactVariable) throws {
    let rules = try CheckedRuleSet.appStore()
    var known = 0
    for seed in RandomCase.seeds(100, for: 67) {
      let life = LifeCase(seed: seed)
      let engine = try EligibilityEngine(catalog: life.catalog, rules: rules)
      let history = life.view.history(of: life.lives)
      for now in life.instants {
        let open = life.lives.filter { life.view.blindness(to: $0, at: now) != nil }.map(\.group)
        guard fact != .paidMonthsEver || open.isEmpty else { continue }
        let instant = Instant(milliseconds: now)
        let truth = try engine.groups(of: life.truth(at: now))
        for group in try engine.groups(of: history)
        where !open.contains(group.subscriptionGroupIdentifier) {
          guard
            let whole = truth.first(where: {
              $0.subscriptionGroupIdentifier == group.subscriptionGroupIdentifier
            })
          else { continue }
          let found = group.snapshot(asOf: instant)
          let real = whole.snapshot(asOf: instant)
          for offer in fact.isOfOffer ? engine.index.offers.filter({ $0.group == group.group }) : []
          {
            let value = found.binding(of: fact, for: offer)
            #expect(value.allows(real.binding(of: fact, for: offer)), "\(fact) \(life)")
          }
          guard !fact.isOfOffer else { continue }
          let (value, right) = (found.binding(of: fact), real.binding(of: fact))
          if [.absent, right].contains(value) { known += 1 }
          #expect(
            value.allows(right),
            "\(fact) at \(Reference.text(now)): \(value), in truth \(right) of \(life)"
          )
        }
      }
    }
    #expect(known > 100 || fact.isOfOffer, "\(fact) is known \(known) times")
  }

  @Test(
    "a view in any format has the verdicts of all that it shows, or fewer (F14a, c, h)",
    arguments: LifeFormat.allCases
  )
  func formats(format: LifeFormat) throws {
    let rules = try CheckedRuleSet.appStore()
    var certain = 0
    var undecided = 0
    for seed in RandomCase.seeds(20, for: 65) {
      let life = LifeCase(seed: seed)
      let view = format.view(life.view)
      let engine = try EligibilityEngine(catalog: life.catalog, rules: rules)
      let text = try format.text(of: view, of: life.lives)
      let held = view.history(of: life.lives).transactions
      // A refund is one of the whole price where the format has no kinds of them (P5).
      let isProrated = held.contains { $0.revocationType == "REFUND_PRORATED" }
      let hasGrace = life.lives.flatMap(\.statuses).contains {
        $0.info.gracePeriodExpiresDate != nil
      }
      guard !held.isEmpty, format.hasKindsOfRefunds || !isProrated,
        format.hasGracePeriods || !hasGrace
      else { continue }
      let answers = try life.answers(seenBy: view, at: life.instants) {
        try engine.verdicts(on: text, at: $0)
      }
      for answer in answers {
        if answer.found == .undetermined { undecided += 1 } else { certain += 1 }
        #expect(!answer.isWrong, "\(answer) of \(life) in \(text)")
      }
    }
    // Who says nothing is never wrong.
    #expect(undecided < certain, "\(format): \(undecided) are open, and \(certain) are decided")
  }
}

extension Decision {
  /// Whether the picture of the decision has no service at an instant.
  fileprivate func showsNoService(at instant: Instant) -> Bool {
    guard let first = periods.map(\.start).min(), instant >= first else { return false }
    return !periods.contains { $0.start <= instant && instant < $0.end }
      && !recoveries.contains { $0.start <= instant && instant < $0.end }
      && !unknownService.contains { $0.contains(instant) }
  }

  fileprivate func hasOwnService(at instant: Instant) -> Bool {
    periods.contains { period in
      [.paid, .free].contains(period.kind) && period.start <= instant && instant < period.end
    }
  }
}

extension Binding {
  /// Whether a fact of which this is known can be another, which is all that there is to know.
  fileprivate func allows(_ other: Binding) -> Bool {
    switch (self, other) {
    case (.unknown, _), (_, .unknown), (_, .range): true
    case (.range(_, let mayBeAbsent), .absent): mayBeAbsent
    case (.range(let range, _), .value(let value)): value.ordinal.map(range.contains) ?? false
    case (.absent, _), (.value, _): self == other
    }
  }
}

extension EligibilityEngine {
  /// The verdicts on the only customer of a text.
  fileprivate func verdicts(
    on text: String,
    at now: Int64
  ) throws -> [String: [String: Reference.Verdict]] {
    let all = try decisions(
      in: ContiguousArray(text.utf8),
      asOf: Instant(milliseconds: now)
    )
    #expect(all.customers.count == 1)
    return verdicts(in: all.customers.flatMap { Array($0) })
  }

  /// The verdicts on a customer at an instant, by group and offer.
  fileprivate func verdicts(
    on history: CustomerHistory,
    at now: Int64
  ) throws -> [String: [String: Reference.Verdict]] {
    verdicts(in: Array(try decisions(for: history, asOf: Instant(milliseconds: now))))
  }

  private func verdicts(
    in decisions: [Decision]
  ) -> [String: [String: Reference.Verdict]] {
    var verdicts: [String: [String: Reference.Verdict]] = [:]
    for decision in decisions {
      for offer in decision.offers {
        verdicts[decision.subscriptionGroupIdentifier, default: [:]][offer.offerId] =
          Reference.Verdict(rawValue: offer.verdict.rawValue)
      }
    }
    return verdicts
  }
}
