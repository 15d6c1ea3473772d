import CalendarTime
import WinBack

/// What is expected of one customer, or found: answers at some instants, and all windows.
struct ConformanceAnswer: Decodable, Equatable {
  struct Verdicts: Decodable, Equatable {
    let eligible: [String]
    let undetermined: [String]
    let failedRules: [String: [String]]
    let paidMonths: Int
    let state: String
  }

  let customerId: String
  /// By the instant that is asked about.
  let asOf: [String: Verdicts]
  /// By offer: the first and the last instant of each window, the last nil where it never ends.
  let windows: [String: [[String?]]]
}

extension ConformanceAnswer {
  /// What was found at one instant, in one group.
  struct Finding {
    let verdicts: Verdicts
    let windows: [String: [[String?]]]
  }

  /// Collects the findings at several instants; the data has one group for each customer.
  init(
    _ customerId: String,
    at instants: [String],
    finding: (Reference.Milliseconds) throws -> [Finding]
  ) throws {
    var asOf: [String: Verdicts] = [:]
    var windows: [String: [[String?]]] = [:]
    for instant in instants {
      for finding in try finding(Reference.instant(instant)) {
        asOf[instant] = finding.verdicts
        windows = finding.windows
      }
    }
    self.init(customerId: customerId, asOf: asOf, windows: windows)
  }
}

extension ConformanceAnswer.Finding {
  /// What the second reading found.
  init(_ answer: Reference.Answer) {
    let offers = answer.offers
    verdicts = ConformanceAnswer.Verdicts(
      eligible: answer.eligible,
      undetermined: answer.undetermined,
      failedRules: Dictionary(
        uniqueKeysWithValues: offers.map { ($0.offerId, $0.failedRules) }
      ).filter { !$0.value.isEmpty },
      paidMonths: answer.facts.paidMonths,
      state: answer.facts.state.rawValue
    )
    windows = Dictionary(
      uniqueKeysWithValues: offers.map { offer in
        (
          offer.offerId,
          offer.windows.map { [Reference.text($0.from), $0.through.map(Reference.text)] }
        )
      }
    )
  }

  /// What the engine found.
  init(_ decision: Decision) {
    let offers = decision.offers
    verdicts = ConformanceAnswer.Verdicts(
      eligible: decision.eligibleWinBackOfferIDs,
      undetermined: decision.undeterminedWinBackOfferIDs,
      failedRules: Dictionary(
        uniqueKeysWithValues: offers.map { ($0.offerId, $0.failedRules) }
      ).filter { !$0.value.isEmpty },
      paidMonths: decision.facts.paidMonths,
      state: decision.facts.state.rawValue
    )
    windows = Dictionary(
      uniqueKeysWithValues: offers.map { offer in
        (offer.offerId, offer.windows.map { [$0.from.iso8601, $0.through?.iso8601] })
      }
    )
  }
}
