import CEL

/// The policies that decide how facts are read from a history.
///
/// Each answers a question that Apple's text leaves open or only implies. A rule set gives the
/// values and says what Apple says; rules can also read other policies.
package struct FactPolicies: Sendable, Hashable {
  /// What free service adds to the paid months (P4).
  package enum FreeService: String, Sendable, Hashable, CaseIterable {
    /// It adds nothing and does not end a run.
    case skipped
    /// It ends the run of paid service.
    case breaksStreak
    /// It counts as paid.
    case counted
  }

  /// What refunded service adds to the paid months (P5).
  package enum RefundedService: String, Sendable, Hashable, CaseIterable {
    /// It adds nothing and does not end a run.
    case unpaid
    /// It counts as if it had not been refunded.
    case counted
  }

  /// The instant from which the lapse is counted (F2).
  package enum LapseStart: String, Sendable, Hashable, CaseIterable {
    /// The end of service, with the grace period.
    case graceEnd
    /// The end of service, without the grace period.
    case expiration
    /// The end of the billing retry, if the customer was lost to a billing error.
    case retryEnd
  }

  /// Which paid service counts (F7).
  package enum PaidStreak: String, Sendable, Hashable, CaseIterable {
    /// The most recent run.
    case mostRecent
    /// All paid service ever.
    case accumulated
  }

  /// How long a month of paid service is (F7).
  package enum MonthLength: String, Sendable, Hashable, CaseIterable {
    /// A calendar month.
    case calendar
    /// Thirty days.
    case thirtyDays
  }

  /// Which gap does not end a run of paid service (F8).
  package enum GapTolerance: String, Sendable, Hashable, CaseIterable {
    /// A gap of at most 60 days that ends with a renewal.
    case billingRecovery
    /// No gap.
    case none
    /// Any gap of at most 60 days.
    case sixtyDays
  }

  /// The instant from which the wait between offers is counted (F9).
  package enum WaitStart: String, Sendable, Hashable, CaseIterable {
    /// The end of the offer's last period.
    case offerPeriodEnd
    /// The end of the subscription.
    case subscriptionEnd
    /// The start of the offer's last period.
    case redemption
  }

  /// Whether a customer without renewal information counts as cancelled (F13a).
  package enum MissingRenewalInfo: String, Sendable, Hashable, CaseIterable {
    /// As long as the store can be retrying the payment, it is unknown whether it is.
    case unknown
    /// The customer cancelled.
    case cancelled
  }

  /// Whether a history that shows that purchases are missing lacks them (F14).
  package enum MissingPurchases: String, Sendable, Hashable, CaseIterable {
    /// Facts that missing purchases could change are known as ranges.
    case unknown
    /// The history has every purchase.
    case none
  }

  package var freeService: FreeService = .skipped
  package var refundedService: RefundedService = .unpaid
  package var lapseStart: LapseStart = .graceEnd
  package var paidStreak: PaidStreak = .mostRecent
  package var monthLength: MonthLength = .calendar
  package var gapTolerance: GapTolerance = .billingRecovery
  package var waitStart: WaitStart = .offerPeriodEnd
  package var missingRenewalInfo: MissingRenewalInfo = .unknown
  package var missingPurchases: MissingPurchases = .unknown

  /// The time zone of dates without a time (T4).
  package var timeZone: UTCOffset = .utc

  /// The instant until which all histories are complete; nil to use each history's newest signature
  /// (F13f).
  ///
  /// It describes the data and is not a policy, so no alternative changes it.
  package var dataThrough: Instant?

  /// Creates the default policies.
  package init() {}
}

/// The definition of a policy of facts; a new policy needs only this and the code that reads it.
package struct FactPolicy: Sendable {
  package let name: String
  /// The allowed values; nil if they are open.
  package let values: [String]?
  /// What it changes if no rule reads it.
  let scope: PolicyDimension.Scope
  package let text: @Sendable (FactPolicies) -> String
  /// Sets the policy, and returns whether the value is allowed.
  let set: @Sendable (inout FactPolicies, String) -> Bool

  /// Which gap does not break a run of paid service (F8).
  static let gapTolerance = FactPolicy(
    "gapTolerance",
    .months,
    { $0.gapTolerance },
    { $0.gapTolerance = $1 }
  )

  /// All policies, in the order of messages.
  package static let all: [FactPolicy] = [
    FactPolicy("freeService", .months, { $0.freeService }, { $0.freeService = $1 }),
    FactPolicy("refundedService", .months, { $0.refundedService }, { $0.refundedService = $1 }),
    FactPolicy("lapseStart", .lapse, { $0.lapseStart }, { $0.lapseStart = $1 }),
    FactPolicy("paidStreak", .months, { $0.paidStreak }, { $0.paidStreak = $1 }),
    FactPolicy("monthLength", .months, { $0.monthLength }, { $0.monthLength = $1 }),
    gapTolerance,
    FactPolicy("waitStart", .wait, { $0.waitStart }, { $0.waitStart = $1 }),
    FactPolicy(
      "missingRenewalInfo",
      .ending,
      { $0.missingRenewalInfo },
      { $0.missingRenewalInfo = $1 }
    ),
    FactPolicy(
      "missingPurchases",
      .completeness,
      { $0.missingPurchases },
      { $0.missingPurchases = $1 }
    ),
    FactPolicy(
      name: "timeZone",
      values: nil,
      scope: .both,
      text: { "\($0.timeZone)" },
      set: { policies, value in
        guard let offset = UTCOffset(value) else { return false }
        policies.timeZone = offset
        return true
      }
    ),
  ]

  /// Returns the policy with a name; nil for a policy that only rules read.
  package static func named(_ name: String) -> FactPolicy? { all.first { $0.name == name } }

  /// Returns the message for a value that a policy does not allow.
  static func refusal(of value: String, for name: String, _ allowed: [String]?) -> String {
    let expected = allowed?.quotedAlternatives ?? "'UTC' or an offset such as '-08:00'"
    return "expected \(expected) for the policy '\(name)', found '\(value)'"
  }
}

extension FactPolicy {
  private init<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String,
    _ scope: PolicyDimension.Scope,
    _ choice: @escaping @Sendable (FactPolicies) -> Choice,
    _ choose: @escaping @Sendable (inout FactPolicies, Choice) -> Void
  ) {
    self.init(
      name: name,
      values: Choice.allCases.map { $0.rawValue },
      scope: scope,
      text: { choice($0).rawValue },
      set: { policies, value in
        guard let choice = Choice(rawValue: value) else { return false }
        choose(&policies, choice)
        return true
      }
    )
  }
}

extension FactPolicies {
  /// Returns whether the value is allowed; true for a policy that only rules read.
  package mutating func set(_ name: String, to value: String) -> Bool {
    FactPolicy.named(name).map { $0.set(&self, value) } ?? true
  }
}
