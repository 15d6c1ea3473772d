import Testing
import WinBack

/// The random customers themselves: a property that never meets its case proves nothing.
@Suite("Random customers")
struct GeneratorTests {
  @Test("they reach every state, every verdict and every outcome of every rule")
  func reach() throws {
    var found: [String: Int] = [:]
    // As many in every run: few reach everything only by chance.
    for seed in UInt64(0)..<400 {
      for what in try sights(of: RandomCase(seed: seed)) { found[what, default: 0] += 1 }
    }
    for what in Self.everything {
      #expect(found[what, default: 0] > 0, "\(what) is never reached")
    }
  }

  private static let everything: [String] = {
    let states = [
      "none", "subscribed", "revoked", "inGracePeriod", "inBillingRetryPeriod", "expired",
      "unknown",
    ]
    let evidence = [
      "no renewal information", "one renewal information", "several renewal informations",
      "a signed purchase", "an unsigned purchase", "signed renewal information",
      "unsigned renewal information", "paid months known", "paid months known from below",
      "paid months between two numbers",
    ]
    let rules = Reference.Rule.allCases.flatMap { ["\($0.rawValue) true", "\($0.rawValue) false"] }
    return states + rules + evidence
      + ["territory unknown", "wait-between-offers unknown"]
      + ["eligible", "ineligible", "undetermined"]
      + ["no window", "one window", "several windows", "a contradiction"]
  }()

  /// How much there is to know of the end of a history (F13).
  private func evidence(of history: CustomerHistory) -> [String] {
    let kinds = ["no renewal information", "one renewal information"]
    let count = history.renewalInfo.count
    return [count < 2 ? kinds[count] : "several renewal informations"]
      + history.transactions.map {
        $0.signedDate == nil ? "an unsigned purchase" : "a signed purchase"
      }
      + history.renewalInfo.map {
        $0.signedDate == nil ? "unsigned renewal information" : "signed renewal information"
      }
  }

  /// What there is to see of a case.
  private func sights(of randomCase: RandomCase) throws -> [String] {
    guard let courses = try? randomCase.courses() else { return ["a contradiction"] }
    var sights = evidence(of: randomCase.history)
    sights += courses.joined().map { course in
      switch course.windows.count {
      case 0: "no window"
      case 1: "one window"
      default: "several windows"
      }
    }
    for instant in randomCase.instants {
      for answer in try randomCase.answers(asOf: instant) {
        sights.append(answer.facts.paidMonths.sight)
        sights.append(answer.facts.state?.rawValue ?? "unknown")
        for offer in answer.offers {
          sights.append(offer.verdict.rawValue)
          for (rule, holds) in offer.outcomes {
            sights.append("\(rule.rawValue) \(holds.map(String.init) ?? "unknown")")
          }
        }
      }
    }
    return sights
  }
}

extension Reference.Extent<Int> {
  fileprivate var sight: String {
    if value != nil { return "paid months known" }
    return highest == nil ? "paid months known from below" : "paid months between two numbers"
  }
}
