import CEL
import CalendarTime

/// Asks the rules about one customer after another, in storage that is used again.
///
/// It comes to the same list as a ``Decision`` and to nothing else, without allocating.
package struct Scorer: Sendable {
  private let program: ScoringProgram
  // Copies of what is needed for every customer: reaching through the engine would count references
  // to all that it holds.
  private let now: Instant
  private let policies: FactPolicies
  private let products: ProductGroups
  private var timeline = Timeline()
  private var row: FactRow
  private var facts = Facts()

  /// The offers that the last customer may have, best first, as indices into the engine's offers.
  package private(set) var eligible: ContiguousArray<Int> = []
  /// Those that cannot be decided, in the same order.
  package private(set) var undetermined: ContiguousArray<Int> = []

  /// Creates a scorer for one thread.
  package init(_ program: ScoringProgram) {
    self.program = program
    now = program.now
    policies = program.engine.policies.facts
    products = program.engine.index.productGroups
    row = FactRow(count: program.engine.rules.vocabulary.environment.variables.count)
  }

  /// Scores one group of a history without duplicates.
  ///
  /// - Parameters:
  ///   - history: The history.
  ///   - group: The group.
  ///   - isOnlyGroup: Whether the history has no other group.
  ///   - symbols: The symbols of the history.
  /// - Complexity: O(*n* + *o*) for *n* transactions and *o* offers of the customer's last product.
  package mutating func score(
    _ history: borrowing HistoryRecord,
    group: Symbol?,
    isOnlyGroup: Bool,
    _ symbols: borrowing SymbolTable
  ) {
    // Most customers have no offers, and to empty an array takes its time even then.
    if !eligible.isEmpty { eligible.removeAll(keepingCapacity: true) }
    if !undetermined.isEmpty { undetermined.removeAll(keepingCapacity: true) }
    guard let group, let place = program.groups.place(of: group) else { return }
    facts = history.facts(in: group, products, isOnlyGroup: isOnlyGroup, asOf: now, policies)
    row.set(facts)
    if !history.attributes.isEmpty {
      row.set(history.attributes, program.engine.rules.vocabulary, symbols)
    }
    guard let sharedOutcome = outcome(of: program.groups.values[place].shared) else { return }
    let candidates =
      facts.productId.flatMap { program.groups.values[place].offersByProduct[$0] }
      ?? program.groups.values[place].otherOffers
    var isTimelineRead = false
    for position in candidates {
      let offer = program.offers[position]
      guard var isDecided = outcome(of: offer.conditions) else { continue }
      if offer.readsTimeline {
        if !isTimelineRead { readTimeline(of: history, group, isOnlyGroup: isOnlyGroup) }
        isTimelineRead = true
        guard let outcome = timelineOutcome(of: offer, at: position, history, symbols) else {
          continue
        }
        isDecided = isDecided && outcome
      }
      if isDecided && sharedOutcome {
        eligible.append(offer.index)
      } else {
        undetermined.append(offer.index)
      }
    }
  }

  // MARK: - The whole timeline

  private mutating func readTimeline(
    of history: borrowing HistoryRecord,
    _ group: Symbol,
    isOnlyGroup: Bool
  ) {
    timeline.build(
      from: history,
      group: group,
      products: products,
      at: policies.timeZone,
      isOnlyGroup: isOnlyGroup
    )
    if timeline.gaps.contains(.paidMonths), facts.productId != nil {
      row.setUnknown(.paidMonths)
      return
    }
    timeline.countMonths(&facts, asOf: now, policies)
    row.set(.paidMonths, to: facts.paidMonths)
  }

  /// Returns whether what an offer asks of the whole timeline is decided, to hold; nil where some
  /// of it does not hold.
  private mutating func timelineOutcome(
    of offer: ScoringProgram.Offer,
    at position: Int,
    _ history: borrowing HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) -> Bool? {
    if offer.readsRedemption {
      row.setRedemption(of: offer.symbol, in: timeline, facts, asOf: now, policies)
    }
    guard let isDecided = outcome(of: offer.timelineConditions) else { return nil }
    guard offer.hasOpaque else { return isDecided }
    return outcome(of: program.opaque[position], of: offer.index, history, symbols).map {
      isDecided && $0
    }
  }

  // MARK: - Conditions

  /// Returns whether conditions are decided, to hold; nil where some does not hold.
  ///
  /// It changes nothing. If it were not mutating, the whole scorer would be copied for each call.
  private mutating func outcome(of conditions: Range<Int>) -> Bool? {
    row.outcome(of: program.conditions.span.extracting(conditions), program.ranges)
  }

  /// Returns whether the conditions that have no numbers are decided, to hold; nil where some does
  /// not hold.
  private func outcome(
    of conditions: [Expression],
    of offer: Int,
    _ history: borrowing HistoryRecord,
    _ symbols: borrowing SymbolTable
  ) -> Bool? {
    let engine = program.engine
    let question = Question(
      vocabulary: engine.rules.vocabulary,
      program: engine.programs[offer],
      policies: engine.policies,
      reading: FactReading(
        of: timeline,
        asOf: now,
        engine.policies.facts,
        symbols: copy symbols,
        attributes: history.attributes
      )
    )
    switch question.outcome(of: conditions) {
    case true?: return true
    case false?: return nil
    case nil: return false
    }
  }
}
