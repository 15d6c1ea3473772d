import CEL
import WinBackAnalysis

/// Counts the customers of every setting in one pass, and those of a few settings one by one, on an
/// offer edited so.
struct PlanComparison {
  let rules: CheckedRuleSet
  /// How many customers there are, and how many settings are compared.
  var customers = 12
  var settings = 100
  /// How many months the span has; nil for an instant.
  var months: Int64?

  /// How the two differ; nil where they agree.
  func difference(on randomCase: RandomCase) throws -> String? {
    var dice = Dice(seed: randomCase.seed ^ 0xFACE)
    let engine = try randomCase.engine(by: rules)
    guard !engine.programs.isEmpty else { return nil }
    let index = dice.number(0...engine.programs.count - 1)
    let start = Instant(milliseconds: randomCase.instants[0])
    let span = start...(months.map { start.adding(months: $0) } ?? start)
    let cohort = cohort(of: randomCase, engine, asOf: start)
    let program = try PlanProgram(engine, offerAt: index, in: span)
    var evaluator = PlanEvaluator(program)
    for (history, _) in cohort {
      evaluator.add(history.record, history.asked, history.symbols)
    }
    var tally = SettingTally(tellsStorefronts: true)
    guard tally.add(evaluator.corners) else { return "too many storefronts" }
    let brute = BruteForce(
      engine.programs[index].offer,
      rules,
      engine.policies,
      cohort.map { Snapshots(of: $0.history, $0.events, in: span) }
    )
    let chosen = (0..<settings).map { _ in dice.setting() }
    let all = tally.all.audiences()
    for setting in chosen where all[setting] != brute.audience(of: setting) {
      return "\(randomCase.seed): \(setting.text) in \(span): all settings \(all[setting]), "
        + "the edited offer \(brute.audience(of: setting))"
    }
    // To add up all settings takes longer than all the rest: one storefront is asked about.
    let storefronts = tally.byStorefront.sorted { $0.key?.code ?? "" < $1.key?.code ?? "" }
    if let (storefront, counts) = storefronts.isEmpty ? nil : dice.pick(storefronts) {
      let audiences = counts.audiences()
      for setting in chosen.prefix(20) {
        let expected = brute.audience(of: setting, in: .some(storefront))
        if audiences[setting] != expected {
          return
            "\(randomCase.seed): \(setting.text) in \(span) in \(storefront?.code ?? "nowhere"): "
            + "all settings \(audiences[setting]), the edited offer \(expected)"
        }
      }
    }
    return nil
  }

  private func cohort(
    of randomCase: RandomCase,
    _ engine: EligibilityEngine,
    asOf now: Instant
  ) -> [(history: GroupHistory, events: Set<Instant>)] {
    (0..<customers).flatMap { number in
      let customer = number == 0 ? randomCase : randomCase.replacingCustomer(number)
      var history = customer.history
      var dice = Dice(seed: customer.seed ^ UInt64(number))
      if !rules.ruleSet.attributes.isEmpty { history.attributes = dice.attributes() }
      // A history that contradicts itself is refused before it comes to either.
      let groups = (try? engine.groups(of: history)) ?? []
      return groups.map { ($0, history.events(at: engine.policies.facts.timeZone)) }
    }
  }
}

extension Dice {
  /// A setting that App Store Connect takes, with small months more often than large ones.
  mutating func setting() -> Setting {
    while true {
      let setting = Setting(
        paidDuration: pick([1, 1, 2, 3, 6, 12, 24, 36, 48, 60, number(1...24)]),
        minimum: pick([1, 1, 2, 3, number(1...24)]),
        maximum: pick([1, 2, 3, 12, 23, 24, 24, number(1...24)]),
        wait: pick([nil, nil, 2, 3, 6, number(2...24)])
      )
      if let setting { return setting }
    }
  }
}

extension Setting {
  var text: String {
    Criterion.allCases.map { "\($0.name) \(self[$0].map(String.init) ?? "none")" }
      .joined(separator: ", ")
  }
}

/// The facts of a customer at every instant of a span at which something may change.
private struct Snapshots {
  let snapshots: [Snapshot]

  init(of history: GroupHistory, _ events: Set<Instant>, in span: ClosedRange<Instant>) {
    var instants: Set<Instant> = [span.lowerBound, span.upperBound]
    if span.lowerBound < span.upperBound {
      for event in events {
        // Months that end before the span or begin after it are passed over, by their shortest and longest.
        let day = Instant.millisecondsPerDay
        let first = (span.lowerBound.milliseconds - event.milliseconds) / (31 * day) - 1
        let last = (span.upperBound.milliseconds - event.milliseconds) / (28 * day) + 1
        for months in max(0, first)..<max(0, first, min(61, last) + 1) {
          for milliseconds in 0...1 as ClosedRange<Int64> {
            instants.insert(event.adding(months: months).adding(milliseconds: milliseconds))
          }
        }
        for days in [15, 16, 30, 31, 60, 90] as [Int64] {
          for count in 1...8 as ClosedRange<Int64> {
            instants.insert(event.adding(milliseconds: days * count * Instant.millisecondsPerDay))
          }
        }
      }
    }
    snapshots = instants.filter(span.contains).sorted().map(history.snapshot)
  }
}

extension CustomerHistory {
  /// When anything of the history happens; months can be counted from the end of billing retry, too.
  fileprivate func events(at offset: UTCOffset) -> Set<Instant> {
    var dates: [TimelineDate?] = []
    for transaction in transactions {
      dates += [transaction.purchaseDate, transaction.expiresDate, transaction.revocationDate]
    }
    dates += renewalInfo.map(\.gracePeriodExpiresDate)
    let events = Set(dates.compactMap { $0?.resolved(at: offset) })
    let retryEnds = [60, 90].flatMap { days in
      events.map { $0.adding(milliseconds: days * Instant.millisecondsPerDay) }
    }
    return events.union(retryEnds)
  }
}

/// Asks the rules about an offer edited so, customer by customer and instant by instant; a rule that the
/// edit leaves as it was is asked once for all settings.
private struct BruteForce {
  private let program: OfferProgram
  private let rules: CheckedRuleSet
  private let policies: PolicyChoice
  private let customers: [[(snapshot: Snapshot, truths: [Truth])]]

  init(
    _ offer: PlacedOffer,
    _ rules: CheckedRuleSet,
    _ policies: PolicyChoice,
    _ customers: [Snapshots]
  ) {
    let program = OfferProgram(offer, rules, policies)
    self.program = program
    self.rules = rules
    self.policies = policies
    self.customers = customers.filter { $0.snapshots.first?.group == offer.group }.map { customer in
      customer.snapshots.map { snapshot in
        (snapshot, rules.rules.indices.map { snapshot.truth(ofRuleAt: $0, for: program) })
      }
    }
  }

  /// Counts the audience of a setting, in a storefront where one is given.
  func audience(of setting: Setting, in storefront: Storefront?? = nil) -> SettingAudience {
    guard var edited = program.offer.winBack else { return SettingAudience() }
    edited.customerEligibilityPaidSubscriptionDurationInMonths = setting[.paidDuration] ?? 0
    edited.customerEligibilityTimeSinceLastSubscribedInMonths = MonthRange(
      minimum: setting[.minimum] ?? 0,
      maximum: setting[.maximum] ?? 0
    )
    edited.customerEligibilityWaitBetweenOffersInMonths = setting[.wait]
    let other = OfferProgram(program.offer.with(edited), rules, policies)
    let isEdited = zip(program.rules, other.rules).map {
      $0.map(\.description) != $1.map(\.description)
    }
    // The offer is taken to be available (S2).
    let asked = rules.rules.indices.filter { rules.rules[$0].rule.id != "available" }
    var audience = SettingAudience()
    for customer in customers {
      let truths = customer.lazy.filter { snapshot, _ in
        storefront.map { $0 == snapshot.facts.storefront } ?? true
      }.map { snapshot, truths in
        asked.lazy.map { rule in
          isEdited[rule] ? snapshot.truth(ofRuleAt: rule, for: other) : truths[rule]
        }.conjunction
      }
      var isOpen = false
      var isEligible = false
      for truth in truths {
        if truth == .unknown { isOpen = true }
        if truth == .holds {
          isEligible = true
          break
        }
      }
      if isEligible { audience.eligible += 1 } else if isOpen { audience.undetermined += 1 }
    }
    return audience
  }
}
