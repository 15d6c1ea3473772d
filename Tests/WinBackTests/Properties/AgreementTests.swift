import Testing
import WinBackFormats

/// The engine against the second reading, on random customers.
@Suite("Agreement")
struct AgreementTests {
  /// The parts into which the seeds are dealt, which are tried at the same time.
  private static let parts = 8

  @Test("the engine and the second reading say the same of random customers", arguments: 0..<parts)
  func agreement(part: Int) throws {
    let seeds = RandomCase.seeds(40, for: 1).dropFirst(part)
    let dealt = stride(from: seeds.startIndex, to: seeds.endIndex, by: Self.parts)
    try ReferenceComparison.expectAgreement(of: dealt)
  }

  @Test("the two agree under each alternative of each policy", arguments: Alternative.all)
  func alternatives(alternative: Alternative) throws {
    try ReferenceComparison.expectAgreement(of: RandomCase.seeds(2, for: 2), under: alternative)
  }
}

/// One policy with one of its values.
struct Alternative: CustomTestStringConvertible {
  let policy: String
  let value: String

  var testDescription: String { "\(policy)=\(value)" }

  static let all: [Alternative] =
    Reference.Policies.values.flatMap { policy, values in
      values.map { Alternative(policy: policy, value: $0) }
    }
    + ["UTC", "-08:00", "+09:00"].map { Alternative(policy: "timeZone", value: $0) }
}

/// Asks the engine and the second reading about the same customers.
private struct ReferenceComparison: CaseComparison {
  let rules: CheckedRuleSet

  func difference(on randomCase: RandomCase) -> String? {
    let history = randomCase.history
    do {
      let engine = try randomCase.engine(by: rules)
      let courses: [[Reference.Course]]
      do {
        courses = try randomCase.courses()
      } catch {
        let isRejected = (try? engine.decisions(for: history, asOf: .minimum)) == nil
        return isRejected ? nil : "the engine takes what contradicts itself: \(error)"
      }
      for instant in randomCase.instants {
        let found = try engine.decisions(
          for: history,
          asOf: Instant(milliseconds: instant)
        ).map(Observation.init)
        let expected = zip(try randomCase.answers(asOf: instant), courses).map(Observation.init)
        if found.count != expected.count { return "\(found.count) != \(expected.count) groups" }
        for (found, expected) in zip(found, expected) where found != expected {
          return "at \(Reference.text(instant)), engine first:\n"
            + found.differences(from: expected)
        }
      }
      return nil
    } catch {
      return "\(error)"
    }
  }
}
