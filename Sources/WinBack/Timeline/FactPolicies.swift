public import CalendarTime

/// The policies that decide how facts are read from a history.
///
/// Each answers a question that Apple's text leaves open or only implies. A rule set gives the
/// values and says what Apple says; rules can also read other policies.
public struct FactPolicies: Sendable, Hashable {
  /// What free service adds to the paid months (P4).
  public enum FreeService: String, Sendable, Hashable, CaseIterable {
    /// It adds nothing and does not end a run.
    case skipped
    /// It ends the run of paid service.
    case breaksStreak
    /// It counts as paid.
    case counted
  }

  /// What refunded service adds to the paid months (P5).
  public enum RefundedService: String, Sendable, Hashable, CaseIterable {
    /// It adds nothing and does not end a run.
    case unpaid
    /// It counts as if it had not been refunded.
    case counted
  }

  /// The instant from which the lapse is counted (F2).
  public enum LapseStart: String, Sendable, Hashable, CaseIterable {
    /// The end of service, with the grace period.
    case graceEnd
    /// The end of service, without the grace period.
    case expiration
    /// The end of the billing retry, if the customer was lost to a billing error.
    case retryEnd
  }

  /// Which paid service counts (F7).
  public enum PaidStreak: String, Sendable, Hashable, CaseIterable {
    /// The most recent run.
    case mostRecent
    /// All paid service ever.
    case accumulated
  }

  /// How long a month of paid service is (F7).
  public enum MonthLength: String, Sendable, Hashable, CaseIterable {
    /// A calendar month.
    case calendar
    /// Thirty days.
    case thirtyDays
  }

  /// Which gap does not end a run of paid service (F8).
  public enum GapTolerance: String, Sendable, Hashable, CaseIterable {
    /// A gap of at most 60 days that ends with a renewal.
    case billingRecovery
    /// No gap.
    case none
    /// Any gap of at most 60 days.
    case sixtyDays
  }

  /// The instant from which the wait between offers is counted (F9).
  public enum WaitStart: String, Sendable, Hashable, CaseIterable {
    /// The end of the offer's last period.
    case offerPeriodEnd
    /// The end of the subscription.
    case subscriptionEnd
    /// The start of the offer's last period.
    case redemption
  }

  /// Whether a customer without renewal information counts as cancelled (F13a).
  public enum MissingRenewalInfo: String, Sendable, Hashable, CaseIterable {
    /// As long as the store can be retrying the payment, it is unknown whether it is.
    case unknown
    /// The customer cancelled.
    case cancelled
  }

  /// What free service adds to the paid months (P4).
  public var freeService: FreeService = .skipped

  /// What refunded service adds to the paid months (P5).
  public var refundedService: RefundedService = .unpaid

  /// The instant from which the lapse is counted (F2).
  public var lapseStart: LapseStart = .graceEnd

  /// Which paid service counts (F7).
  public var paidStreak: PaidStreak = .mostRecent

  /// How long a month of paid service is (F7).
  public var monthLength: MonthLength = .calendar

  /// Which gap does not end a run of paid service (F8).
  public var gapTolerance: GapTolerance = .billingRecovery

  /// The instant from which the wait between offers is counted (F9).
  public var waitStart: WaitStart = .offerPeriodEnd

  /// Whether a customer without renewal information counts as cancelled (F13a).
  public var missingRenewalInfo: MissingRenewalInfo = .unknown

  /// The time zone of dates without a time (T4).
  public var timeZone: UTCOffset = .utc

  /// The instant until which all histories are complete; nil to use each history's newest signature
  /// (F13f).
  ///
  /// It describes the data and is not a policy, so no alternative changes it.
  public var dataThrough: Instant?

  /// Creates the default policies.
  public init() {}
}
