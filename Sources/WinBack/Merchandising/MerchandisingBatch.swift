import CEL

/// Decides what many customers see at one instant; it gives the same as a ``Merchandiser``, faster.
package struct MerchandisingBatch: Sendable {
  /// What a customer is shown, without texts.
  package struct Shown: Sendable, Hashable {
    package let screen: Screen
    /// The index of the shown offer in the engine of its kind; nil for no offer.
    package var offer: Int?
  }

  /// A screen, and its conditions by their indices.
  private typealias Choice = (screen: Screen, conditions: [Int])

  private let merchandiser: Merchandiser
  private let instant: Instant
  /// The screens in the order of the rule set; nil if a condition could not be solved.
  private let choices: [Choice]?
  private let conditions: PackedConditions
  private var others: ContiguousArray<OtherKind>

  /// Decides on the offers of another kind, if a screen needs it.
  private struct OtherKind {
    let kind: OfferKind
    var evaluator: BatchEvaluator
    /// Whether it has decided about the last customer.
    var hasDecided = false
  }

  package init(_ merchandiser: Merchandiser, at instant: Instant) {
    self.merchandiser = merchandiser
    self.instant = instant
    others = ContiguousArray(
      merchandiser.others.map { engine in
        OtherKind(kind: engine.kind, evaluator: BatchEvaluator(BatchProgram(engine, at: instant)))
      }
    )
    var solver = ConditionSolver(at: instant, symbols: merchandiser.winBack.index.symbols)
    choices = Self.choices(of: merchandiser, by: &solver)
    conditions = PackedConditions(solver.conditions)
  }

  private static func choices(
    of merchandiser: Merchandiser,
    by solver: inout ConditionSolver
  ) -> [Choice]? {
    var choices: [Choice] = []
    for (rule, condition) in zip(merchandiser.rules.rules, merchandiser.conditions) {
      var indices: [Int] = []
      var never = false
      for part in solver.parts(of: [condition], merchandiser.rules.vocabulary) {
        switch part {
        case .never: never = true
        case .condition(let index):
          switch solver.conditions[index].subject {
          case .fact: break
          case .answer(let answer) where answer.part == .isEligible: break
          case .answer, .attribute, .offer, .policy: return nil
          }
          indices.append(index)
        case .live, .clock, .opaque: return nil
        }
      }
      if !never { choices.append((Screen(rawValue: rule.rule.id) ?? .plain, indices)) }
    }
    return choices
  }

  /// Decides what a customer sees; `winBack` has just decided the win-back offers of this customer.
  ///
  /// - Complexity: O(*n* + *o*) for *n* transactions and *o* offers of other kinds of the group, if
  ///   each condition reads one fact, or whether the customer is eligible for any offer of a kind.
  package mutating func shown(
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable,
    by winBack: inout BatchEvaluator
  ) -> Shown {
    guard let choices else { return slowly(record, group, symbols) }
    for index in others.indices { others[index].hasDecided = false }
    for (screen, indices) in choices {
      var truth = Truth.holds
      for index in indices where truth != .fails {
        let value: FactValue
        switch conditions.subject(at: index) {
        case .answer(let answer):
          value = FactValue(self.answer(about: answer.kind, record, group, symbols, winBack).truth)
        case let subject: value = winBack.value(of: subject, record, group)
        }
        truth = truth && conditions.truth(at: index, of: value)
      }
      // A screen that is not decided stands before all others.
      guard truth != .unknown else { return Shown(screen: .undetermined) }
      guard truth == .holds else { continue }
      guard let kind = screen.offerKind else { return Shown(screen: screen) }
      let best = answer(about: kind, record, group, symbols, winBack).best
      return best.isKnown ? Shown(screen: screen, offer: best.offer) : Shown(screen: .undetermined)
    }
    return Shown(screen: .plain)
  }

  package func named(_ shown: Shown) -> WinBack.Shown {
    let engine = shown.screen.offerKind.flatMap(merchandiser.engine)
    return WinBack.Shown(
      shown.screen,
      of: shown.offer.flatMap { offer in engine?.programs[offer].offer }
    )
  }

  /// Returns whether the customer is eligible for any offer of a kind, the index of the best one, and
  /// whether no better one is undecided.
  private mutating func answer(
    about kind: OfferKind,
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable,
    _ winBack: borrowing BatchEvaluator
  ) -> (truth: Truth, best: (offer: Int?, isKnown: Bool)) {
    if kind == .winBack { return (winBack.results.truth, winBack.results.best) }
    for index in others.indices where others[index].kind == kind {
      if !others[index].hasDecided { others[index].evaluator.score(record, group, symbols) }
      others[index].hasDecided = true
      let results = others[index].evaluator.results
      return (results.truth, results.best)
    }
    return (.fails, (nil, true))
  }

  /// Evaluates the conditions themselves, if they could not be solved.
  private func slowly(
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable
  ) -> Shown {
    let history = GroupHistory(
      copy record,
      group,
      copy symbols,
      merchandiser.winBack.index.productGroups,
      merchandiser.winBack.policies.facts
    )
    let shown = merchandiser.shown(on: history.snapshot(asOf: instant))
    let engine = shown.screen.offerKind.flatMap(merchandiser.engine)
    let offer = engine?.offerIndices(in: group.symbol).first { index in
      engine.map { WinBack.Shown(shown.screen, of: $0.programs[index].offer) } == shown
    }
    return Shown(screen: shown.screen, offer: offer)
  }
}
