import Testing
import WinBackFormats

/// The policies that a verdict hinges on, held against the second reading under each alternative.
@Suite("Hinges")
struct HingeTests {
  @Test("a verdict hinges on exactly the alternatives that lead to another verdict")
  func hinges() throws {
    try forEachCase(of: RandomCase.seeds(50, for: 7)) { randomCase, engine, _ in
      for instant in randomCase.instants.prefix(2) {
        let offers = try engine.offers(of: randomCase.history, asOf: instant)
        let expected = try hinges(of: randomCase, engine.rules.ruleSet.policies, asOf: instant)
        for (name, offer) in offers {
          let found = offer.hingesOn.map { "\($0.policy)=\($0.alternative) \($0.verdict.rawValue)" }
          #expect(
            found.sorted() == expected[name, default: []].sorted(),
            "\(name) at \(Reference.text(instant)), \(randomCase)"
          )
        }
      }
    }
  }

  /// The alternatives that flip a verdict, with the verdict, by offer.
  private func hinges(
    of randomCase: RandomCase,
    _ policies: [Policy],
    asOf instant: Reference.Milliseconds
  ) throws -> [String: [String]] {
    let verdicts = try verdicts(of: randomCase, asOf: instant)
    var hinges: [String: [String]] = [:]
    for policy in policies {
      let values = [policy.value] + policy.alternatives.map(\.value)
      for value in values where value != randomCase.policies[policy.name] ?? policy.value {
        var other = randomCase
        other.policies[policy.name] = value
        // Where the history contradicts itself, nothing is decided.
        let flipped =
          (try? self.verdicts(of: other, asOf: instant))
          ?? verdicts.mapValues { _ in .undetermined }
        for (name, verdict) in flipped where verdict != verdicts[name] {
          hinges[name, default: []].append("\(policy.name)=\(value) \(verdict.rawValue)")
        }
      }
    }
    return hinges
  }

  private func verdicts(
    of randomCase: RandomCase,
    asOf instant: Reference.Milliseconds
  ) throws -> [String: Reference.Verdict] {
    Dictionary(
      uniqueKeysWithValues: try randomCase.answers(asOf: instant).flatMap { answer in
        answer.offers.map { ("\($0.offerId) of \(answer.group)", $0.verdict) }
      }
    )
  }
}
