import CEL

extension Mutant {
  /// Returns the mutant with the storefronts in which no expectation notices it; nil if it is noticed.
  func open(after observations: [Observation]) -> Mutant? {
    var open = self
    for observation in observations {
      let counting = open.counting(in: observation.storefronts)
      guard !counting.isEmpty, isKilled(by: observation) else { continue }
      open.storefronts.subtract(counting)
    }
    return open.storefronts.isEmpty ? nil : open
  }

  /// Returns whether an expectation that is met would fail with the mutant.
  private func isKilled(by observation: Observation) -> Bool {
    let expectation = observation.expectation
    let profiles = observation.profiles
    switch change {
    case .order: return expectation.order != nil && changesVerdict(profiles)
    case .another:
      return (expectation.eligible != nil || expectation.order != nil) && changesVerdict(profiles)
    case .withoutRule(let rule):
      return profiles.offers.contains { offer in
        let id = profiles.engine.programs[offer].offer.id
        guard expectation.tests(id), let profile = profiles[offer],
          profile.ruleTruths[rule] != .holds
        else { return false }
        return profile.holds(exceptRule: rule) || expectation.explains(id)
      }
    case .criteria(let changed, let program, let rules):
      guard let offer, let profile = profiles[offer], expectation.tests(changed.offerId) else {
        return false
      }
      if expectation.testsVerdicts, changesVerdict(profiles) { return true }
      if expectation.because.contains(where: { $0.offer == changed.offerId }),
        rules.contains(where: { rule in
          (profile.ruleTruths[rule] == .fails)
            != (observation.situation.truth(ofRuleAt: rule, for: program) == .fails)
        })
      {
        return true
      }
      return expectation.windows.contains { $0.offer == changed.offerId }
        && changesWindows(changed, observation)
    }
  }

  /// Returns whether the verdict on an offer, or the order of the eligible ones, changes.
  func changesVerdict(_ profiles: OfferProfiles) -> Bool {
    switch change {
    case .order(let passed):
      func isEligible(_ index: Int) -> Bool { profiles[index]?.verdict == .eligible }
      return offer.map(isEligible) ?? false && passed.contains(where: isEligible)
    case .withoutRule(let rule):
      return profiles.offers.contains { offer in
        profiles[offer].map { $0.ruleTruths[rule] != .holds && $0.holds(exceptRule: rule) }
          ?? false
      }
    case .criteria(_, let program, let rules):
      // An unchanged rule excludes most customers from the offer.
      guard let offer, let profile = profiles[offer], !profile.fails(exceptRules: rules) else {
        return false
      }
      return profile.verdict
        != profile.verdict(changing: rules) { profiles.situation.truth(ofRuleAt: $0, for: program) }
    case .another(let program):
      return program.offer.group == profiles.situation.group
        && profiles.situation.verdict(on: program) == .eligible
    }
  }

  /// Returns whether the windows of the offer change, by running the scenario with the mutant.
  private func changesWindows(_ changed: WinBackOffer, _ observation: Observation) -> Bool {
    guard let offer else { return false }
    let engine = observation.profiles.engine
    var catalog = engine.catalog
    let place = engine.programs[offer].offer.place
    if let subscription = place.subscription, let index = place.offer {
      catalog.subscriptionGroups[place.group].subscriptions[subscription].winBackOffers[index] =
        changed
    }
    let policies = observation.scenario.setting.policies
    guard
      let other = try? EligibilityEngine(catalog: catalog, rules: engine.rules, policies: policies)
    else { return false }
    var scenario = observation.scenario
    scenario.engine = other
    return !scenario.run().passed
  }
}
