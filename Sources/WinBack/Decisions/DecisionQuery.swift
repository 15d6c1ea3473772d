import CEL

/// The question about all offers for one snapshot, with reasons, windows and changes.
struct DecisionQuery {
  let engine: EligibilityEngine
  let snapshot: Snapshot
  /// The offers of the group, in the order of the result (R2), and their indices in the engine.
  private let programs: [OfferProgram]
  private let indices: [Int]
  /// The verdicts on these offers, and those under each other policy.
  let verdicts: [Verdict]
  let alternatives: [AlternativeVerdicts]

  init(_ engine: EligibilityEngine, _ snapshot: Snapshot) {
    self.engine = engine
    self.snapshot = snapshot
    indices = engine.offerIndices(in: snapshot.group)
    programs = indices.map { engine.programs[$0] }
    verdicts = engine.verdicts(on: snapshot)
    alternatives = engine.alternativeVerdicts(on: snapshot)
  }

  private var history: GroupHistory { snapshot.history }
  private var now: Instant { snapshot.asOf }

  func decision() -> Decision {
    let timelines = timelines(of: history)
    // To wait is to buy nothing, even if the history has later purchases (T6).
    let known = history.known(asOf: now)
    let waits = known.map(self.timelines) ?? timelines
    let hinges = hinges
    let rules = programs.map { engine.outcomes(of: $0, on: snapshot) }
    return Decision(
      customerId: history.customerId,
      subscriptionGroupIdentifier: history.subscriptionGroupIdentifier,
      asOf: now,
      facts: snapshot.subscription,
      evidence: engine.evidence(for: snapshot),
      offers: programs.indices.map { index in
        OfferDecision(
          index: indices[index],
          offerId: programs[index].offer.id,
          productId: programs[index].offer.subscription.productId,
          verdict: verdicts[index],
          rules: rules[index],
          windows: timelines[index].windows(of: .eligible),
          undeterminedWindows: timelines[index].windows(of: .undetermined),
          changesAt: timelines[index].next(after: now),
          smallestChanges: verdicts[index] == .ineligible
            ? changes(programs[index], timelines[index], waits[index]) : [],
          hingesOn: hinges[index]
        )
      },
      unpaid: unpaidService,
      nextEvent: nextEvent,
      lastService: history.ownPeriods(asOf: now).last,
      periods: history.periods,
      recoveries: history.timeline.recoveries(asOf: now),
      basis: DecisionBasis(engine: engine, snapshot: snapshot)
    )
  }

  private func timelines(of history: GroupHistory) -> [Steps<Verdict>] {
    let verdicts = engine.verdicts(of: history)
    return indices.map { verdicts[$0] }
  }

  private var nextEvent: LaterEvent? {
    let timeline = history.timeline
    let purchases = timeline.owned.map { LaterEvent(kind: .purchase, instant: $0.start) }
    let refunds = timeline.owned.filter { $0.start <= now && $0.revokedAt < .never }
      .map { LaterEvent(kind: .refund, instant: $0.revokedAt) }
    let shared = timeline.shared.map { LaterEvent(kind: .sharedPurchase, instant: $0.start) }
    return (purchases + refunds + shared).filter { $0.instant > now }
      .min { $0.instant < $1.instant }
  }

  private func changes(
    _ program: OfferProgram,
    _ timeline: Steps<Verdict>,
    _ wait: Steps<Verdict>
  ) -> [SmallestChange] {
    var changes: [SmallestChange] = []
    if let opening = wait.next(after: now, where: { $0 == .eligible }) {
      changes.append(.wait(until: opening))
    } else if [wait, timeline].allSatisfy({ $0.next(after: now) { $0 != .ineligible } == nil }) {
      changes.append(.never)
    }
    let evaluator = OfferEvaluator(program, snapshot)
    if let edits = evaluator.smallestEdits(of: engine.rules.rules) { changes.append(.offer(edits)) }
    return changes
  }

  /// The service that does not count as paid months, because of the policies or of a break.
  private var unpaidService: UnpaidService {
    var all = history.policies
    all.paidStreak = .accumulated
    let timeline = history.timeline
    let months = timeline.paidService(asOf: now, all).fewest
      .paidMonths(besides: snapshot.facts.paidService.fewest, all.monthLength)
    return UnpaidService(
      earlierMonths: Int(max(0, months)),
      free: timeline.unpaidPeriods(asOf: now, all, isRefunded: false),
      refunded: timeline.unpaidPeriods(asOf: now, all, isRefunded: true)
    )
  }

  /// The values of one policy that change a verdict, offer by offer.
  private var hinges: [[Hinge]] {
    var hinges: [[Hinge]] = Array(repeating: [], count: programs.count)
    for other in alternatives {
      let alternative = other.alternative
      var others: [Symbol: Verdict] = [:]
      switch other.reading {
      case .same: continue
      case .contradiction: break
      case .facts(let facts):
        for (index, verdict) in zip(
          alternative.engine.offerIndices(in: facts.group),
          other.verdicts
        ) {
          others[alternative.engine.programs[index].offer.symbol] = verdict
        }
      }
      for (index, program) in programs.enumerated() {
        let verdict = others[program.offer.symbol] ?? .undetermined
        guard verdict != verdicts[index] else { continue }
        hinges[index].append(
          Hinge(
            policy: alternative.policy,
            value: alternative.assumedValue,
            alternative: alternative.value,
            verdict: verdict
          )
        )
      }
    }
    return hinges
  }
}

extension EligibilityEngine {
  /// Decides the offers of a customer's group, with reasons, windows and changes.
  ///
  /// - Parameter snapshot: The facts, of a history that this engine has opened.
  /// - Returns: The decision.
  /// - Complexity: O(*n* · (*n* + *o*)) for *n* transactions and *o* offers.
  public func decision(on snapshot: Snapshot) -> Decision {
    DecisionQuery(self, snapshot).decision()
  }

  /// Explains the rules of one offer for a customer of its group, without windows and changes.
  package func outcomes(of program: OfferProgram, on snapshot: Snapshot) -> [RuleOutcome] {
    let evaluator = OfferEvaluator(program, snapshot)
    return zip(zip(rules.rules, program.rules), comparisons).map {
      evaluator.explain($0.0, $0.1, $1)
    }
  }
}
