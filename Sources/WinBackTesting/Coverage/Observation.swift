import WinBack

/// One expectation of a scenario, with what the rules read of the customer in one group.
struct Observation: Sendable {
  let scenario: Scenario
  let expectation: Expectation
  let situation: Snapshot

  /// Returns all observations of scenarios.
  static func all(of scenarios: [Scenario]) -> [Observation] {
    scenarios.concurrentMap { scenario -> [Observation] in
      guard let customer = scenario.customer, scenario.faults.isEmpty else {
        return [Observation]()
      }
      let symbols = scenario.engine.index.symbols
      return scenario.expectations.flatMap { expectation -> [Observation] in
        let asked = expectation.group.map { symbols.find($0) }
        return
          customer
          .situations(in: scenario.engine, asOf: scenario.instant(of: expectation))
          .filter { asked == nil || $0.group == asked }
          .map { Observation(scenario: scenario, expectation: expectation, situation: $0) }
      }
    }.flatMap(\.self)
  }
}

extension Expectation {
  /// Whether the verdict on every offer is part of what is expected.
  var testsVerdicts: Bool { eligible != nil || undetermined != nil || order != nil }

  /// Returns whether anything about an offer is part of what is expected.
  func tests(_ offer: String) -> Bool {
    testsVerdicts || because.contains { $0.offer == offer }
      || windows.contains { $0.offer == offer }
  }
}
