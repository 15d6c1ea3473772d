import CEL
package import CalendarTime

/// Decides what many customers see at one instant: the same as a ``Merchandiser``, faster.
package struct MerchandisingBatch: Sendable {
  /// What a customer is shown, without texts.
  package struct Shown: Sendable, Hashable {
    package let screen: Screen
    /// The place of the offer that is shown among those of the engine of its kind; nil for no offer.
    package var offer: Int?
  }

  private let merchandiser: Merchandiser
  private let table: ScreenTable?
  private let screens: ContiguousArray<Screen>
  private let products: ProductGroups
  private let policies: FactPolicies
  private let instant: Instant
  /// Decides about introductory offers.
  private var introductory: BatchEvaluator
  private var timeline = Timeline()

  package init(_ merchandiser: Merchandiser, at instant: Instant) {
    self.merchandiser = merchandiser
    self.instant = instant
    table = ScreenTable(merchandiser)
    screens = ContiguousArray(
      merchandiser.rules.rules.map { Screen(rawValue: $0.rule.id) ?? .plain }
    )
    products = merchandiser.winBack.index.productGroups
    policies = merchandiser.winBack.policies.facts
    introductory = BatchEvaluator(BatchProgram(merchandiser.introductory, at: instant))
  }

  /// Decides what a customer sees about whose win-back offers `winBack` has just decided.
  ///
  /// - Complexity: O(*n* + *o*) for *n* transactions and *o* introductory offers of the group, where
  ///   conditions read no other facts than usual.
  package mutating func shown(
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable,
    by winBack: borrowing BatchEvaluator
  ) -> Shown {
    guard let table else { return slowly(record, group, symbols, winBack) }
    var facts = winBack.facts
    addStatuses(to: &facts, of: record, group)
    let renewal = facts.renewal
    let offer = winBack.results.eligible.first
    let open: Truth =
      offer != nil ? .holds : winBack.results.undetermined.isEmpty ? .fails : .unknown
    if let choice = table.choice(renewal: renewal, winBack: open) {
      guard case .condition(let place) = choice, screens[place] == .introductory else {
        return shown(choice, offer)
      }
    }
    introductory.score(record, group, symbols)
    let first = introductory.results.eligible.first
    let isOpen: Truth =
      first != nil ? .holds : introductory.results.undetermined.isEmpty ? .fails : .unknown
    let choice = table.choice(renewal: renewal, introductory: isOpen, winBack: open)
    if case .condition(let place) = choice, screens[place] == .introductory {
      return Shown(screen: .introductory, offer: first)
    }
    return shown(choice, offer)
  }

  /// Returns what is shown with the identifiers of its offer.
  package func named(_ shown: Shown) -> WinBack.Shown {
    guard let offer = shown.offer else { return WinBack.Shown(screen: shown.screen) }
    let isWinBack = shown.screen == .winBack
    let engine = isWinBack ? merchandiser.winBack : merchandiser.introductory
    let program = engine.programs[offer]
    return WinBack.Shown(
      screen: shown.screen,
      productId: program.offer.subscription.productId,
      offerId: isWinBack ? program.offer.id : nil
    )
  }

  private func shown(_ choice: ScreenTable.Choice, _ offer: Int?) -> Shown {
    switch choice {
    case .undetermined: return Shown(screen: .undetermined)
    case .none: return Shown(screen: .plain)
    case .condition(let place):
      return Shown(screen: screens[place], offer: screens[place] == .winBack ? offer : nil)
    }
  }

  /// Reads whether anything that others share will renew; mostly there is nothing of that kind.
  private mutating func addStatuses(
    to facts: inout Facts,
    of record: borrowing HistoryRecord,
    _ group: AskedGroup
  ) {
    guard record.countInOrder == nil else { return }
    timeline.build(from: record, group, products: products, at: policies.timeZone)
    timeline.addStatuses(to: &facts, asOf: instant)
  }

  /// Asks the conditions themselves, where they read more than a table can hold.
  private func slowly(
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable,
    _ winBack: borrowing BatchEvaluator
  ) -> Shown {
    let history = GroupHistory(copy record, group, copy symbols, products, policies)
    let shown = merchandiser.shown(on: history.snapshot(asOf: instant))
    let offer: Int? =
      switch shown.screen {
      case .winBack: winBack.results.eligible.first
      case .introductory:
        merchandiser.introductory.offerIndices(in: group.symbol).first {
          merchandiser.introductory.programs[$0].offer.subscription.productId == shown.productId
        }
      case .hidden, .plain, .undetermined: nil
      }
    return Shown(screen: shown.screen, offer: offer)
  }
}

/// What is decided for each combination of the three truths that the conditions usually read: whether a
/// subscription will renew, and whether there are introductory and win-back offers.
struct ScreenTable: Sendable {
  /// What conditions decide.
  enum Choice: Sendable, Hashable {
    /// The condition at a place holds.
    case condition(Int)
    case none
    /// It cannot be decided.
    case undetermined
  }

  private var choices: ContiguousArray<Choice> = []

  /// Decides all combinations; nil where conditions read more than these.
  init?(_ merchandiser: Merchandiser) {
    let vocabulary = merchandiser.rules.vocabulary
    let variables = Set(merchandiser.conditions.flatMap { $0.variables })
    for id in variables {
      switch vocabulary.role(of: id) {
      case .fact(.willRenew), .answer(.introductoryEligible), .answer(.winBackEligible): continue
      default: return nil
      }
    }
    for renewal in Self.truths {
      for introductory in Self.truths {
        for winBack in Self.truths {
          let choice = merchandiser.choice { id in
            switch vocabulary.role(of: id) {
            case .fact: renewal.binding
            case .answer(.introductoryEligible): introductory.binding
            default: winBack.binding
            }
          }
          choices.append(
            choice.undecided.isEmpty
              ? choice.place.map { .condition($0) } ?? .none : .undetermined
          )
        }
      }
    }
  }

  private static let truths: [Truth] = [.fails, .unknown, .holds]

  private static func place(_ truth: Truth) -> Int {
    switch truth {
    case .fails: 0
    case .unknown: 1
    case .holds: 2
    }
  }

  func choice(renewal: Truth, introductory: Truth, winBack: Truth) -> Choice {
    choices[9 * Self.place(renewal) + 3 * Self.place(introductory) + Self.place(winBack)]
  }

  /// Returns the choice if it is the same with and without an introductory offer; otherwise nil.
  func choice(renewal: Truth, winBack: Truth) -> Choice? {
    let first = choice(renewal: renewal, introductory: .fails, winBack: winBack)
    return choice(renewal: renewal, introductory: .unknown, winBack: winBack) == first
      && choice(renewal: renewal, introductory: .holds, winBack: winBack) == first ? first : nil
  }
}
