import WinBack

/// What is expected of one timeline, or found: answers at some instants, and all windows.
struct ConformanceAnswer: Decodable, Equatable {
  struct Verdicts: Decodable, Equatable {
    /// Best first.
    let eligible: [String]
    /// In byte order.
    let undetermined: [String]
    let failedRules: [String: [String]]
    /// Absent where only ends of it are known.
    let paidMonths: Int?
    let paidMonthsAtLeast: Int?
    let paidMonthsAtMost: Int?
    let state: String?
    /// Present where the lapse is known from below only (F14f).
    let lapsedAtEarliest: ConformanceDate?
  }

  let customerId: String
  /// Nil for a customer without transactions.
  let subscriptionGroupIdentifier: String?
  /// By the instant that is asked about.
  let asOf: [String: Verdicts]
  /// By offer: the first and the last instant of each window, the last nil where it never ends.
  let windows: [String: [[String?]]]
}

extension ConformanceAnswer.Verdicts {
  /// What the second reading found.
  init(_ answer: Reference.Answer) {
    self.init(
      eligible: answer.eligible,
      undetermined: answer.undetermined.sorted(),
      failedRules: Self.failures(answer.offers.map { ($0.offerId, $0.failedRules) }),
      paidMonths: answer.facts.paidMonths.value,
      paidMonthsAtLeast: answer.facts.paidMonths.ends?.lowest,
      paidMonthsAtMost: answer.facts.paidMonths.ends?.highest,
      state: answer.facts.state?.rawValue,
      lapsedAtEarliest: answer.facts.lapsedAt?.ends?.lowest.map(ConformanceDate.init)
    )
  }

  /// What the engine found.
  init(_ decision: Decision) {
    self.init(
      eligible: decision.eligibleWinBackOfferIDs,
      undetermined: decision.undeterminedWinBackOfferIDs.sorted(),
      failedRules: Self.failures(decision.offers.map { ($0.offerId, $0.failedRules) }),
      paidMonths: decision.facts.mayHavePaidMore ? nil : decision.facts.paidMonths,
      paidMonthsAtLeast: decision.facts.mayHavePaidMore ? decision.facts.paidMonths : nil,
      paidMonthsAtMost: decision.facts.mayHavePaidMore ? decision.facts.mostPaidMonths : nil,
      state: decision.facts.state?.rawValue,
      lapsedAtEarliest: decision.facts.lapsedAtEarliest.map {
        ConformanceDate(milliseconds: $0.milliseconds)
      }
    )
  }

  /// What the engine found without giving reasons.
  init(_ evaluations: [OfferEvaluation], _ snapshot: Snapshot) {
    let facts = snapshot.subscription
    self.init(
      eligible: evaluations.filter { $0.verdict == .eligible }.map(\.offerId),
      undetermined: evaluations.filter { $0.verdict == .undetermined }.map(\.offerId).sorted(),
      failedRules: Self.failures(evaluations.map { ($0.offerId, $0.failedRules) }),
      paidMonths: facts.mayHavePaidMore ? nil : facts.paidMonths,
      paidMonthsAtLeast: facts.mayHavePaidMore ? facts.paidMonths : nil,
      paidMonthsAtMost: facts.mayHavePaidMore ? facts.mostPaidMonths : nil,
      state: facts.state?.rawValue,
      lapsedAtEarliest: facts.lapsedAtEarliest.map {
        ConformanceDate(milliseconds: $0.milliseconds)
      }
    )
  }

  /// The data leaves out offers without a failed rule.
  private static func failures(_ offers: [(String, [String])]) -> [String: [String]] {
    Dictionary(uniqueKeysWithValues: offers.filter { !$0.1.isEmpty })
  }
}

extension Reference.Extent {
  /// The ends, where they do not say the value.
  var ends: Self? { value == nil ? self : nil }
}

extension ConformanceAnswer {
  /// The windows that the second reading found.
  static func windows(of courses: some Sequence<Reference.Course>) -> [String: [[String?]]] {
    Dictionary(
      uniqueKeysWithValues: courses.map { course in
        (
          course.offerId,
          course.windows.map { [Reference.text($0.from), $0.through.map(Reference.text)] }
        )
      }
    )
  }

  /// The windows that the engine found.
  static func windows(of offers: [OfferDecision]) -> [String: [[String?]]] {
    Dictionary(
      uniqueKeysWithValues: offers.map { offer in
        (offer.offerId, offer.windows.map { [$0.from.iso8601, $0.through?.iso8601] })
      }
    )
  }
}
