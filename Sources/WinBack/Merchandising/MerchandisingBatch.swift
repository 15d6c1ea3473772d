import CEL
package import CalendarTime

/// Decides what many customers see at one instant; it gives the same as a ``Merchandiser``, faster.
package struct MerchandisingBatch: Sendable {
  /// What a customer is shown, without texts.
  package struct Shown: Sendable, Hashable {
    package let screen: Screen
    /// The index of the shown offer in the engine of its kind; nil for no offer.
    package var offer: Int?
  }

  private let merchandiser: Merchandiser
  private let table: ScreenTable?
  private let products: ProductGroups
  private let policies: FactPolicies
  private let instant: Instant
  /// Decides on introductory offers; nil without rules for them.
  private var introductory: BatchEvaluator?
  private var timeline = Timeline()

  package init(_ merchandiser: Merchandiser, at instant: Instant) {
    self.merchandiser = merchandiser
    self.instant = instant
    table = ScreenTable(merchandiser)
    products = merchandiser.winBack.index.productGroups
    policies = merchandiser.winBack.policies.facts
    introductory = merchandiser.engine(of: .introductory).map { engine in
      BatchEvaluator(BatchProgram(engine, at: instant))
    }
  }

  /// Decides what a customer sees; `winBack` has just decided the win-back offers of this customer.
  ///
  /// - Complexity: O(*n* + *o*) for *n* transactions and *o* introductory offers of the group, if
  ///   the conditions read only what a ``ScreenTable`` has.
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
    let open = winBack.results.truth
    if let screen = table.screen(renewal: renewal, winBack: open), screen != .introductory {
      return shown(screen, winBack)
    }
    introductory?.score(record, group, symbols)
    let isOpen = introductory?.results.truth ?? .fails
    return shown(table.screen(renewal: renewal, introductory: isOpen, winBack: open), winBack)
  }

  package func named(_ shown: Shown) -> WinBack.Shown {
    let engine = shown.screen.offerKind.flatMap(merchandiser.engine)
    return WinBack.Shown(
      shown.screen,
      of: shown.offer.flatMap { offer in engine?.programs[offer].offer }
    )
  }

  private func shown(_ screen: Screen, _ winBack: borrowing BatchEvaluator) -> Shown {
    switch screen.offerKind {
    case .introductory: Shown(screen: screen, offer: introductory?.results.eligible.first)
    case .winBack: Shown(screen: screen, offer: winBack.results.eligible.first)
    case .promotional, .offerCode, nil: Shown(screen: screen)
    }
  }

  /// Reads the statuses that need the timeline; most histories need none.
  private mutating func addStatuses(
    to facts: inout Facts,
    of record: borrowing HistoryRecord,
    _ group: AskedGroup
  ) {
    guard record.survey?.countInOrder == nil else { return }
    timeline.build(from: record, group, products: products, at: policies.timeZone)
    timeline.addStatuses(to: &facts, asOf: instant)
  }

  /// Evaluates the conditions themselves, if they read more than a table has.
  private func slowly(
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable,
    _ winBack: borrowing BatchEvaluator
  ) -> Shown {
    let history = GroupHistory(copy record, group, copy symbols, products, policies)
    let shown = merchandiser.shown(on: history.snapshot(asOf: instant))
    let engine = shown.screen.offerKind.flatMap(merchandiser.engine)
    let offer = engine?.offerIndices(in: group.symbol).first { index in
      engine.map { WinBack.Shown(shown.screen, of: $0.programs[index].offer) } == shown
    }
    return Shown(screen: shown.screen, offer: offer)
  }
}

/// The screen for each combination of the three truths that conditions usually read: whether a
/// subscription will renew, and whether there are introductory and win-back offers.
struct ScreenTable: Sendable {
  private var screens: ContiguousArray<Screen> = []

  /// Decides all combinations; nil if conditions read more than these truths.
  init?(_ merchandiser: Merchandiser) {
    let vocabulary = merchandiser.rules.vocabulary
    let variables = Set(merchandiser.conditions.flatMap { $0.variables })
    for id in variables {
      switch vocabulary.role(of: id) {
      case .fact(.willRenew), .answer(.introductoryIsEligible), .answer(.winBackIsEligible):
        continue
      default: return nil
      }
    }
    for renewal in Truth.allCases {
      for introductory in Truth.allCases {
        for winBack in Truth.allCases {
          let choice = merchandiser.choice { id in
            switch vocabulary.role(of: id) {
            case .fact: renewal.binding
            case .answer(.introductoryIsEligible): introductory.binding
            default: winBack.binding
            }
          }
          screens.append(merchandiser.screen(of: choice))
        }
      }
    }
  }

  /// Returns the position of a truth among all of them.
  private static func index(_ truth: Truth) -> Int { truth.bool.map { $0 ? 2 : 0 } ?? 1 }

  func screen(renewal: Truth, introductory: Truth, winBack: Truth) -> Screen {
    screens[9 * Self.index(renewal) + 3 * Self.index(introductory) + Self.index(winBack)]
  }

  /// Returns the screen if it is the same with and without an introductory offer; otherwise nil.
  func screen(renewal: Truth, winBack: Truth) -> Screen? {
    let first = screen(renewal: renewal, introductory: .fails, winBack: winBack)
    return screen(renewal: renewal, introductory: .unknown, winBack: winBack) == first
      && screen(renewal: renewal, introductory: .holds, winBack: winBack) == first ? first : nil
  }
}
