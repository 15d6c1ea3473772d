import WinBack

/// One expectation of a scenario, with the facts of the customer in one group.
struct Observation: Sendable {
  let scenario: Scenario
  let expectation: Expectation
  let profiles: OfferProfiles
  /// The storefronts that are expected, and in which the offers are the same for the customer.
  let storefronts: [Storefront]
  var situation: Snapshot { profiles.situation }

  static func all(of scenarios: [Scenario]) -> [Observation] {
    scenarios.concurrentMap { scenario -> [Observation] in
      guard let customer = scenario.customer, scenario.faults.isEmpty else {
        return [Observation]()
      }
      return scenario.expectations.flatMap { expectation -> [Observation] in
        let now = scenario.instant(of: expectation)
        return customer.views(in: expectation.storefronts, scenario.engine, asOf: now)
          .flatMap { view in
            expectation.asked(of: view.situations, in: scenario.engine).map { situation in
              Observation(
                scenario: scenario,
                expectation: expectation,
                profiles: OfferProfiles(situation, scenario.engine, keepsAll: true),
                storefronts: view.storefronts
              )
            }
          }
      }
    }.flatMap(\.self)
  }
}

extension Expectation {
  /// Whether it expects a verdict on every offer.
  var testsVerdicts: Bool { eligible != nil || undetermined != nil || order != nil }

  func tests(_ offer: String) -> Bool { testsVerdicts || explains(offer) }

  func explains(_ offer: String) -> Bool {
    because.contains { $0.offer == offer } || windows.contains { $0.offer == offer }
  }
}
