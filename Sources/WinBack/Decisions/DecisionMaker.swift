import CEL
import CalendarTime

/// Makes the decisions on one customer at one instant.
struct DecisionMaker {
  let engine: EligibilityEngine
  let record: HistoryRecord
  let symbols: SymbolTable
  let now: Instant

  private var vocabulary: Vocabulary { engine.rules.vocabulary }

  private var sweep: VerdictSweep {
    VerdictSweep(
      vocabulary: vocabulary,
      policies: engine.policies,
      symbols: symbols,
      attributes: record.attributes
    )
  }

  /// Decides the offers of one group.
  func decision(on timeline: Timeline, group: Symbol?) -> Decision {
    let programs = engine.programs.filter { $0.offer.group == group }
    let reading = read(timeline, engine.policies)
    let courses = sweep.courses(of: programs, in: timeline)
    let waits = waits(of: programs, group: group) ?? courses
    let hinges = hinges(of: programs, in: timeline, group: group)
    let offers = programs.indices.map { index in
      decision(on: programs[index], reading, courses[index], waits[index], hinges[index])
    }
    return Decision(
      customerId: record.string(record.customerId),
      subscriptionGroupIdentifier: group.map(symbols.text(of:)) ?? "",
      asOf: now,
      facts: SubscriptionFacts(reading.facts, symbols),
      offers: offers,
      periods: timeline.periods(symbols),
      recoveries: timeline.recoveries(asOf: now),
      changesAt: courses.compactMap { $0.eligibilityChange(after: now) }.min()
    )
  }

  private func decision(
    on program: OfferProgram,
    _ reading: FactReading,
    _ course: VerdictCourse,
    _ wait: VerdictCourse,
    _ hinges: [Hinge]
  ) -> OfferDecision {
    let question = Question(
      vocabulary: vocabulary,
      program: program,
      policies: engine.policies,
      reading: reading
    )
    let verdict = question.verdict()
    return OfferDecision(
      offerId: program.offer.offer.offerId,
      productId: program.offer.subscription.productId,
      verdict: verdict,
      rules: zip(engine.rules.rules, engine.explained).map { question.explain($0, $1) },
      windows: course.windows,
      changesAt: course.change(after: now),
      smallestChanges: verdict == .ineligible ? changes(question, wait.windows) : [],
      hingesOn: hinges
    )
  }

  /// Returns the course of each verdict for a customer who buys nothing from now on, where the history
  /// knows of more (T6); nil where it does not.
  private func waits(of programs: [OfferProgram], group: Symbol?) -> [VerdictCourse]? {
    let offset = engine.policies.facts.timeZone
    let products = engine.index.productGroups
    guard let group,
      let known = record.known(asOf: now, group: group, products, at: offset)
    else { return nil }
    var timeline = Timeline()
    timeline.build(
      from: known,
      group: group,
      products: products,
      at: offset,
      isOnlyGroup: record.groups(in: products, symbols).count == 1
    )
    return sweep.courses(of: programs, in: timeline)
  }

  /// Returns the least that would make the customer eligible, on either side.
  private func changes(_ question: Question, _ windows: [Window]) -> [SmallestChange] {
    var changes: [SmallestChange] = []
    if let next = windows.first(where: { $0.from > now }) {
      changes.append(.wait(until: next.from))
    } else {
      changes.append(.never)
    }
    if let edits = question.smallestEdits(of: engine.rules.rules) { changes.append(.offer(edits)) }
    return changes
  }

  /// Flips one policy at a time, to each alternative, and returns the flips that change a verdict.
  private func hinges(
    of programs: [OfferProgram],
    in timeline: Timeline,
    group: Symbol?
  ) -> [[Hinge]] {
    let ruleSet = engine.rules.ruleSet
    let verdicts = verdicts(of: programs, read(timeline, engine.policies), engine.policies)
    var hinges: [[Hinge]] = Array(repeating: [], count: programs.count)
    for (index, policy) in ruleSet.policies.enumerated() {
      let value = engine.policies.values[index]
      for alternative in [policy.value] + policy.alternatives.map(\.value)
      where alternative != value {
        let policies = engine.policies.replacing(
          policyAt: index,
          with: alternative,
          in: ruleSet
        )
        let flipped = self.verdicts(
          of: programs,
          read(rebuilt(timeline, group, policies), policies),
          policies
        )
        for offer in programs.indices where flipped[offer] != verdicts[offer] {
          hinges[offer].append(
            Hinge(
              policy: policy.name,
              value: value,
              alternative: alternative,
              verdict: flipped[offer]
            )
          )
        }
      }
    }
    return hinges
  }

  /// Returns the timeline under other policies: only a time zone changes it (T4).
  private func rebuilt(
    _ timeline: Timeline,
    _ group: Symbol?,
    _ policies: PolicyChoice
  ) -> Timeline {
    guard policies.facts.timeZone != engine.policies.facts.timeZone else { return timeline }
    var other = timeline
    other.build(
      from: record,
      group: timeline.group,
      products: engine.index.productGroups,
      at: policies.facts.timeZone,
      isOnlyGroup: timeline.isOnlyGroup
    )
    return other
  }

  private func verdicts(
    of programs: [OfferProgram],
    _ reading: FactReading,
    _ policies: PolicyChoice
  ) -> [Verdict] {
    programs.map { program in
      Question(vocabulary: vocabulary, program: program, policies: policies, reading: reading)
        .verdict(of: engine.rules.rules)
    }
  }

  func read(_ timeline: Timeline, _ policies: PolicyChoice) -> FactReading {
    FactReading(
      of: timeline,
      asOf: now,
      policies.facts,
      symbols: symbols,
      attributes: record.attributes
    )
  }
}

extension SubscriptionFacts {
  fileprivate init(_ facts: Facts, _ symbols: SymbolTable) {
    self.init(
      productId: facts.productId.map(symbols.text(of:)),
      lapsedAt: facts.lapsedAt,
      state: facts.state,
      willAutoRenew: facts.willAutoRenew,
      hasSharedAccess: facts.hasSharedAccess,
      paidMonths: Int(facts.paidMonths),
      storefront: facts.storefront,
      expirationIntent: facts.expirationIntent
    )
  }
}
