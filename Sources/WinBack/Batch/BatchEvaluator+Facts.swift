import CEL
import CalendarTime

// Single facts and rules of the customer who was scored last.

extension BatchEvaluator {
  package var ruleCount: Int { sharedTruths.count }

  /// Returns whether a rule holds for the customer who was scored last.
  ///
  /// A score evaluates the rules of an offer up to the first that fails. This evaluates one rule,
  /// by its index in the rule set and the index of the offer in the engine.
  ///
  /// - Complexity: O(*n*) for *n* transactions for the first rule that needs the timeline, else O(1).
  package mutating func truth(
    ofRuleAt index: Int,
    forOfferAt offer: Int,
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup
  ) -> Truth {
    let rule = offer * ruleCount + index
    let isShared = program.rules[rule].isShared
    if isShared, let truth = sharedTruths[index] { return truth }
    guard !program.rules[rule].never, let now = program.instant else { return .fails }
    if program.rules[rule].readsMonths {
      read(.paidService, ofOfferAt: offer, record, group, asOf: now)
    }
    if program.rules[rule].readsRedemption {
      read(.offerRedemptions, ofOfferAt: offer, record, group, asOf: now)
    }
    let truth = truth(of: program.rules[rule].conditions)
    if isShared { sharedTruths[index] = truth }
    guard truth != .fails, !program.rules[rule].opaque.isEmpty else { return truth }
    return truth && opaqueTruth(of: program.rules[rule].opaque, forOfferAt: offer, asOf: now)
  }

  /// It is mutating only because the whole evaluator would be copied for each call otherwise.
  mutating func truth(of conditions: Range<Int>) -> Truth {
    var truth = Truth.holds
    for index in conditions {
      truth = truth && self.truth(ofConditionAt: index)
      if truth == .fails { return .fails }
    }
    return truth
  }

  /// It is a function of its own, because the compiler would read all facts before a loop.
  @inline(never)
  private mutating func truth(ofConditionAt index: Int) -> Truth {
    switch facts.read(program.conditions[index].subject, attributes) {
    case .number(let number):
      if program.conditions[index].contains(number, program.ranges) { return .holds }
      return program.conditions[index].isUndecided(for: number, program.ranges) ? .unknown : .fails
    case .absent: return Truth(program.conditions[index].holdsWhenAbsent)
    case .unknown: return program.conditions[index].holdsWhenUnknown ? .holds : .unknown
    case .range(let range, let mayBeAbsent):
      return truth(ofConditionAt: index, for: range, mayBeAbsent: mayBeAbsent)
    }
  }

  /// Returns whether a condition holds for a fact of which only a range is known (F14).
  private mutating func truth(
    ofConditionAt index: Int,
    for range: ClosedRange<Int64>,
    mayBeAbsent: Bool
  ) -> Truth {
    if let compound = program.compounds[index] {
      return compound.expression.truth { _ in .range(range, mayBeAbsent: mayBeAbsent) }
    }
    return program.conditions[index].truth(for: range, mayBeAbsent: mayBeAbsent, program.ranges)
  }

  /// Returns what is known of a fact of the customer who was scored last, for an offer.
  package mutating func value(
    of fact: FactVariable,
    forOfferAt index: Int,
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup
  ) -> FactValue {
    if let now = program.instant {
      read(fact.fact.source, ofOfferAt: index, record, group, asOf: now)
    }
    return facts.value(of: fact)
  }

  /// Reads the source of a fact that the latest purchase does not contain.
  private mutating func read(
    _ source: Fact.Source,
    ofOfferAt index: Int,
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    asOf now: Instant
  ) {
    guard source == .paidService || source == .offerRedemptions else { return }
    buildTimeline(of: record, group)
    if source == .paidService { return countMonths(asOf: now) }
    readRedemption(of: program.engine.programs[index].offer.redeemed, at: index, asOf: now)
  }
}

// Conditions that could not be solved, and are evaluated as they are.

extension BatchEvaluator {
  mutating func opaqueTruth(
    of conditions: [Expression],
    forOfferAt index: Int,
    asOf now: Instant
  ) -> Truth {
    if snapshot == nil { snapshot = history?.reading(by: policies)?.snapshot(asOf: now) }
    guard let snapshot else { return .unknown }
    return OfferEvaluator(program.engine.programs[index], snapshot).truth(of: conditions)
  }

  /// Adds the part of the timeline of an offer whose rules could not be solved that is in a range.
  mutating func appendOpaque(_ offer: Int, from start: Instant, to end: Instant) {
    guard let history = history?.reading(by: policies) else { return }
    let timeline =
      opaqueTimelines[offer] ?? history.verdicts(on: program.engine.programs[offer], in: followed)
    opaqueTimelines[offer] = timeline
    for index in timeline.starts.indices {
      let next = index + 1
      let from = max(start, timeline.starts[index])
      let to = next < timeline.starts.endIndex ? min(end, timeline.starts[next]) : end
      guard from < to else { continue }
      append(offer, timeline.values[index].truth, from: from, to: to)
    }
  }
}

// Conditions that compare the clock with a fact.

extension BatchEvaluator {
  /// Reduces a range of time to the part in which comparisons with the clock hold, and returns
  /// whether it is not empty.
  mutating func clip(
    _ range: inout (start: Instant, end: Instant),
    by conditions: Range<Int>,
    _ truth: inout Truth
  ) -> Bool {
    for index in conditions {
      let condition = program.clockConditions[index]
      switch facts.read(condition.subject, attributes) {
      case .number(let number): condition.clip(&range, number)
      case .absent where condition.holdsWhenAbsent: continue
      case .absent: return false
      case .unknown, .range: truth = .unknown
      }
    }
    return range.start < range.end
  }

  /// Whether only a range is known of a fact that an offer compares with the clock (F14).
  mutating func comparesRange(_ offer: BatchProgram.Offer) -> Bool {
    for index in offer.clockConditions {
      if case .range = facts.read(program.clockConditions[index].subject, attributes) {
        return true
      }
    }
    return false
  }

  /// Evaluates, piece by piece, comparisons of an offer with the clock that do not hold in one range of
  /// time.
  mutating func askClock(
    of offer: BatchProgram.Offer,
    _ conditions: Range<Int>,
    _ truth: Truth,
    from start: Instant,
    to end: Instant,
    asOf now: Instant
  ) {
    var begin = start
    while begin < end {
      var pieceEnd = end
      var pieceTruth = truth
      for index in conditions {
        let condition = program.clockConditions[index]
        let value = facts.read(condition.subject, attributes)
        pieceTruth = condition.truth(at: begin, until: &pieceEnd, value) && pieceTruth
      }
      if pieceTruth != .fails {
        askMonths(of: offer, pieceTruth, from: begin, to: pieceEnd, asOf: now)
      }
      begin = pieceEnd
    }
  }
}

/// The attributes of one customer as numbers, in reused storage.
struct AttributeRow: Sendable {
  private var values: ContiguousArray<FactValue> = []

  mutating func set(_ attributes: ContiguousArray<Binding>, _ symbols: borrowing SymbolTable) {
    values.removeAll(keepingCapacity: true)
    for binding in attributes { values.append(Self.value(of: binding, symbols)) }
  }

  func value(at index: Int) -> FactValue { index < values.count ? values[index] : .absent }

  private static func value(of binding: Binding, _ symbols: borrowing SymbolTable) -> FactValue {
    switch binding {
    case .absent: .absent
    case .unknown, .range: .unknown
    // No rule names this text, so it is equal to no text in a rule.
    case .value(.string(let text)): .number(symbols.find(text).map { Int64($0.index) } ?? -1)
    // Conditions on values without a number are solved only if they test presence.
    case .value(let value): .number(value.number ?? 0)
    }
  }
}
