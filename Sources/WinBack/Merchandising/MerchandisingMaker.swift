import CEL

/// Makes the answer on what is shown for one snapshot, with reasons, windows and hinges.
struct MerchandisingMaker {
  let merchandiser: Merchandiser
  let snapshot: Snapshot
  private let answers: Answers
  private let shown: Shown
  private let choice: Merchandiser.Choice

  init(_ merchandiser: Merchandiser, _ snapshot: Snapshot) {
    self.merchandiser = merchandiser
    self.snapshot = snapshot
    let answers = merchandiser.answers(on: snapshot)
    choice = merchandiser.choice(merchandiser.conditions) {
      merchandiser.binding(of: $0, snapshot, answers, merchandiser.policies)
    }
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
    guard let place = choice.place else { return "no condition holds" }
    return merchandiser.rules.rules[place].because.render {
      merchandiser.binding(of: $0, snapshot, answers, merchandiser.policies)
    }
  }

  /// The facts that keep conditions open; those of the rules, where it is verdicts that do.
  private var missing: [String] {
    var names: [String] = []
    for index in choice.undecided {
      let outcome = merchandiser.conditions[index].evaluate {
        merchandiser.binding(of: $0, snapshot, answers, merchandiser.policies)
      }
      guard case .unknown(let ids) = outcome else { continue }
      for id in ids {
        switch merchandiser.rules.vocabulary.role(of: id) {
        case .answer(.introductoryEligible): names += missing(in: merchandiser.introductory)
        case .answer: names += missing(in: merchandiser.winBack)
        default: names.append(merchandiser.rules.vocabulary.name(of: id))
        }
      }
    }
    var known: Set<String> = []
    return names.filter { known.insert($0).inserted }
  }

  private func missing(in engine: EligibilityEngine) -> [String] {
    engine.offerIndices(in: snapshot.group).flatMap { index in
      let program = engine.programs[index]
      guard snapshot.verdict(on: program) == .undetermined else { return [String]() }
      return engine.outcomes(of: program, on: snapshot).flatMap { $0.missing }
    }
  }

  // MARK: - Hinges

  private var hinges: [Merchandising.Hinge] {
    var hinges: [Merchandising.Hinge] = []
    func add(_ flip: PolicyFlip, _ other: Shown) {
      guard other != shown else { return }
      hinges.append(
        Merchandising.Hinge(
          policy: flip.policy,
          value: flip.engineValue,
          alternative: flip.value,
          show: other.screen,
          offerId: other.offerId
        )
      )
    }
    let winBack = merchandiser.winBack
    let introductory = merchandiser.introductory
    for flip in winBack.flips(of: winBack.policyDimensions())
    where flip.changesRules || changesFacts(flip.policies.facts) {
      add(flip, shown(facts: flip.policies.facts, winBack: flip.policies))
    }
    for flip in introductory.flips(of: introductory.policyDimensions()) {
      add(flip, shown(introductory: flip.policies))
    }
    for flip in merchandiser.flips {
      add(flip, merchandiser.shown(on: snapshot, answers, flip.policies))
    }
    return hinges
  }

  /// Returns whether policies may read other facts.
  private func changesFacts(_ policies: FactPolicies) -> Bool {
    guard !history.timeline.hasRedemptions, let other = history.reading(by: policies) else {
      return true
    }
    return other.snapshot(asOf: snapshot.asOf).facts != snapshot.facts
  }

  /// Returns what is shown under other policies.
  private func shown(
    facts: FactPolicies? = nil,
    winBack: PolicyChoice? = nil,
    introductory: PolicyChoice? = nil
  ) -> Shown {
    var other = snapshot
    if let facts {
      // Where the history contradicts itself under them, nothing is decided.
      guard let history = history.reading(by: facts) else { return .undetermined }
      other = history.snapshot(asOf: snapshot.asOf)
    }
    var answers = Answers()
    let engines = [
      (merchandiser.introductory, introductory), (merchandiser.winBack, winBack),
    ]
    for (engine, policies) in engines {
      var policies = policies ?? engine.policies
      if let facts { policies.facts = facts }
      let programs = engine.offerIndices(in: snapshot.group).map { engine.programs[$0] }
      // A key of the order can read the policy.
      for program in OfferOrder(engine.rules).sorted(programs, policies) {
        let evaluator = OfferEvaluator(program, other, policies)
        answers.add(evaluator.verdict(of: engine.rules.rules), on: program)
      }
    }
    return merchandiser.shown(on: other, answers)
  }

  // MARK: - Preferences

  /// The offer that the app prefers of each product (M3).
  private var preferences: [Merchandising.Preference] {
    let order = OfferOrder(preferring: merchandiser.rules)
    let offers = answers.introductoryOffers + answers.winBackOffers
    let products = Set(offers.map { $0.offer.subscription.productId }).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    return products.compactMap { product in
      let candidates = offers.filter { $0.offer.subscription.productId == product }
      guard let best = order.best(of: candidates, merchandiser.policies) else { return nil }
      return Merchandising.Preference(
        productId: product,
        kind: best.offer.kind,
        offerId: best.offer.kind == .introductory ? nil : best.offer.offer.offerId
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
    MerchandisingMaker(self, snapshot).merchandising()
  }

  /// The policies of the conditions, of which one has another value.
  fileprivate var flips: [PolicyFlip] {
    rules.ruleSet.policies.enumerated().flatMap { index, policy in
      let dimension = PolicyDimension(
        index,
        policy,
        of: rules,
        engineValue: policies.values[index]
      )
      return (dimension?.values ?? []).dropFirst().map { value in
        PolicyFlip(
          policy: policy.name,
          value: value,
          engineValue: policies.values[index],
          policies: policies.replacing(policyAt: index, with: value, in: rules.ruleSet),
          scope: .rules
        )
      }
    }
  }
}
