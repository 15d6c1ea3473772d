import CEL

/// The question of what is shown for one snapshot, with reasons, windows and hinges.
struct MerchandisingQuery {
  let merchandiser: Merchandiser
  let snapshot: Snapshot
  private let winBack: DecisionQuery
  private let answers: Answers
  private let shown: Shown
  private let choice: Merchandiser.Choice

  /// Creates a question; the other one is that about the win-back offers.
  init(_ merchandiser: Merchandiser, _ snapshot: Snapshot, _ winBack: DecisionQuery) {
    self.merchandiser = merchandiser
    self.snapshot = snapshot
    self.winBack = winBack
    let answers = merchandiser.answers(on: snapshot, winBack.verdicts)
    choice = merchandiser.choice(on: snapshot, answers)
    shown = merchandiser.shown(choice, answers)
    self.answers = answers
  }

  private var history: GroupHistory { snapshot.history }

  func merchandising() -> Merchandising {
    let timeline = merchandiser.shown(to: history)
    let missing = missing
    return Merchandising(
      show: shown.screen,
      productId: shown.productId,
      offerId: shown.offerId,
      because: because(missing),
      missing: missing,
      windows: shown.screen == .undetermined ? [] : timeline.windows(of: shown),
      changesAt: timeline.next(after: snapshot.asOf),
      hingesOn: hinges,
      preferred: preferences
    )
  }

  // MARK: - Why

  private func because(_ missing: [String]) -> String {
    guard choice.undecided.isEmpty else {
      return missing.isEmpty
        ? "cannot be evaluated" : "not known: " + missing.joined(separator: ", ")
    }
    guard let index = choice.index else { return "no condition holds" }
    return merchandiser.rules.rules[index].because.render {
      merchandiser.binding(of: $0, snapshot, answers)
    }
  }

  /// The facts that leave conditions undecided, directly or through verdicts.
  private var missing: [String] {
    var names: [String] = []
    for index in choice.undecided {
      let outcome = merchandiser.conditions[index].evaluate {
        merchandiser.binding(of: $0, snapshot, answers)
      }
      guard case .unknown(let ids) = outcome else {
        // Some offer is shown, and which one depends on the offers that are not decided.
        names += missing(in: merchandiser.screen(at: index).offerKind.flatMap(merchandiser.engine))
        continue
      }
      for id in ids {
        switch merchandiser.rules.vocabulary.role(of: id) {
        case .answer(let answer): names += missing(in: merchandiser.engine(of: answer.kind))
        default: names.append(merchandiser.rules.vocabulary.name(of: id))
        }
      }
    }
    return names.withoutRepeats
  }

  private func missing(in engine: EligibilityEngine?) -> [String] {
    guard let engine else { return [] }
    return engine.offerIndices(in: snapshot.group).flatMap { index in
      let program = engine.programs[index]
      guard snapshot.verdict(on: program) == .undetermined else { return [String]() }
      return engine.outcomes(of: program, on: snapshot).flatMap { $0.missing }
    }
  }

  // MARK: - Hinges

  private var hinges: [Merchandising.Hinge] {
    let known = winBack.alternatives
    return merchandiser.alternatives.enumerated().compactMap { index, alternative in
      // The first ones differ in a policy of win-back offers; the others decide the same about them.
      let isOfWinBack = index < known.count
      let reading =
        isOfWinBack
        ? known[index].reading
        : alternative.reading(snapshot, by: merchandiser.winBack.policies.facts)
      let other: Shown
      switch reading {
      case .same: return nil
      case .contradiction: other = .undetermined
      case .facts(let facts):
        let verdicts = isOfWinBack ? known[index].verdicts : winBack.verdicts
        other = alternative.engine.shown(on: facts, verdicts)
      }
      guard other != shown else { return nil }
      return Merchandising.Hinge(
        policy: alternative.policy,
        value: alternative.assumedValue,
        alternative: alternative.value,
        show: other.screen,
        offerId: other.offerId
      )
    }
  }

  // MARK: - Preferences

  /// The offer that the app prefers of each product (M3).
  private var preferences: [Merchandising.Preference] {
    let order = OfferOrder(merchandiser.rules, merchandiser.policies, isPreference: true)
    let offers = answers.offers
    let products = Set(offers.map { $0.offer.subscription.productId }).ordered {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    return products.compactMap { product in
      let candidates = offers.filter { $0.offer.subscription.productId == product }
      guard let best = order.best(of: candidates) else { return nil }
      return Merchandising.Preference(
        productId: product,
        kind: best.offer.kind,
        offerId: best.offer.terms.offerId
      )
    }
  }
}

extension Merchandiser {
  /// Decides what a customer sees, with reasons, windows and hinges.
  ///
  /// - Parameter snapshot: The facts, of a history that ``winBack`` has opened.
  /// - Returns: What is shown.
  /// - Complexity: O(*n* · (*n* + *o*)) for *n* transactions and *o* offers.
  public func merchandising(on snapshot: Snapshot) -> Merchandising {
    MerchandisingQuery(self, snapshot, DecisionQuery(winBack, snapshot)).merchandising()
  }
}
