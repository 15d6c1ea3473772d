import WinBack

extension Mutant {
  /// Returns the mutant with the storefronts in which no expectation notices it; nil if it is noticed.
  func open(after observations: [Observation], _ engine: EligibilityEngine) -> Mutant? {
    guard var storefronts else {
      return observations.contains { isKilled(by: $0, engine) } ? nil : self
    }
    for observation in observations
    where !storefronts.isDisjoint(with: observation.storefronts)
      && isKilled(by: observation, engine)
    {
      storefronts.subtract(observation.storefronts)
    }
    var open = self
    open.storefronts = storefronts
    return storefronts.isEmpty ? nil : open
  }

  /// Returns whether an expectation that is met would not be met any more.
  private func isKilled(by observation: Observation, _ engine: EligibilityEngine) -> Bool {
    let expectation = observation.expectation
    let situation = observation.situation
    switch change {
    case .order(let passed):
      return expectation.order != nil && changesOrder(situation, passed, engine)
    case .withoutRule(let rule):
      return engine.programs.contains { program in
        guard program.offer.group == situation.group else { return false }
        let offer = program.offer.offer.offerId
        let profile = OfferProfile(situation, program)
        guard expectation.tests(offer), profile.truth(ofRule: rule) != .holds else { return false }
        return profile.holds(exceptRule: rule)
          || expectation.because.contains { $0.offer == offer }
          || (expectation.windows.contains { $0.offer == offer })
      }
    case .criteria(let changed, let program, let rules):
      let offer = changed.offerId
      guard program.offer.group == situation.group, expectation.tests(offer) else { return false }
      if expectation.testsVerdicts, changesVerdict(situation, engine) { return true }
      if expectation.because.contains(where: { $0.offer == offer }),
        changesReasons(situation, program, rules, engine)
      {
        return true
      }
      return expectation.windows.contains { $0.offer == offer }
        && changesWindows(changed, observation, engine)
    case .another:
      return (expectation.eligible != nil || expectation.order != nil)
        && changesVerdict(situation, engine)
    }
  }

  /// Returns whether the verdict on the offer, or on any, is another one.
  func changesVerdict(_ situation: Snapshot, _ engine: EligibilityEngine) -> Bool {
    switch change {
    case .order(let passed): changesOrder(situation, passed, engine)
    case .withoutRule(let rule):
      engine.programs.contains { program in
        guard program.offer.group == situation.group else { return false }
        let profile = OfferProfile(situation, program)
        return profile.truth(ofRule: rule) != .holds && profile.holds(exceptRule: rule)
      }
    case .criteria(_, let program, _):
      program.offer.group == situation.group
        && offer.map { changesVerdict(OfferProfile(situation, engine.programs[$0]), situation) }
          ?? false
    case .another(let program):
      program.offer.group == situation.group && situation.verdict(on: program) == .eligible
    }
  }

  /// Returns whether the verdict on the mutant's offer is another one.
  ///
  /// - Parameters:
  ///   - profile: What the conditions of the offer come to, as it is.
  ///   - situation: The customer.
  /// - Returns: Whether it is; false for a mutant that is about no offer alone.
  func changesVerdict(
    _ profile: OfferProfile,
    _ situation: Snapshot
  ) -> Bool {
    if case .another(let program) = change { return situation.verdict(on: program) == .eligible }
    guard case .criteria(_, let program, let rules) = change,
      // Most customers are kept from the offer by a rule that is the same.
      !profile.fails(exceptRules: rules)
    else { return false }
    return profile.verdict
      != profile.verdict(changing: rules) { situation.truth(ofRuleAt: $0, for: program) }
  }

  private func changesReasons(
    _ situation: Snapshot,
    _ program: OfferProgram,
    _ rules: Set<Int>,
    _ engine: EligibilityEngine
  ) -> Bool {
    guard let offer else { return false }
    let original = engine.programs[offer]
    return rules.contains { rule in
      let before = situation.truth(ofRuleAt: rule, for: original) == .fails
      return before != (situation.truth(ofRuleAt: rule, for: program) == .fails)
    }
  }

  private func changesOrder(
    _ situation: Snapshot,
    _ passed: Range<Int>,
    _ engine: EligibilityEngine
  ) -> Bool {
    func isEligible(_ index: Int) -> Bool {
      let program = engine.programs[index]
      return program.offer.group == situation.group
        && situation.verdict(on: program) == .eligible
    }
    return offer.map(isEligible) ?? false && passed.contains(where: isEligible)
  }

  /// Returns whether the windows of the offer are others, by running the scenario against it.
  private func changesWindows(
    _ changed: WinBackOffer,
    _ observation: Observation,
    _ engine: EligibilityEngine
  ) -> Bool {
    guard let offer else { return false }
    var catalog = engine.catalog
    let product = engine.programs[offer].offer.subscription.productId
    for group in catalog.subscriptionGroups.indices {
      for index in catalog.subscriptionGroups[group].subscriptions.indices
      where catalog.subscriptionGroups[group].subscriptions[index].productId == product {
        let offers = catalog.subscriptionGroups[group].subscriptions[index].winBackOffers
        catalog.subscriptionGroups[group].subscriptions[index].winBackOffers = offers.map {
          $0.offerId == changed.offerId ? changed : $0
        }
      }
    }
    let policies = observation.scenario.setting.policies
    guard
      let other = try? EligibilityEngine(
        catalog: catalog,
        rules: engine.rules,
        policies: policies
      )
    else { return false }
    return !observation.scenario.with(other).run().passed
  }
}
