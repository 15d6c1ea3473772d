import WinBack

extension Reference {
  /// The choices where Apple says nothing, each with the default of the semantics.
  struct Policies {
    enum FreeService: String, CaseIterable { case skipped, breaksStreak, counted }
    enum RefundedService: String, CaseIterable { case unpaid, counted }
    enum LapseStart: String, CaseIterable { case graceEnd, expiration, retryEnd }
    enum PaidStreak: String, CaseIterable { case mostRecent, accumulated }
    enum MonthLength: String, CaseIterable { case calendar, thirtyDays }
    enum GapTolerance: String, CaseIterable { case billingRecovery, none, sixtyDays }
    enum WaitStart: String, CaseIterable { case offerPeriodEnd, subscriptionEnd, redemption }
    enum MissingRenewalInfo: String, CaseIterable { case unknown, cancelled }
    enum MissingPurchases: String, CaseIterable { case unknown, none }
    enum InvoluntaryChurn: String, CaseIterable { case included, excluded }
    enum CandidateOffers: String, CaseIterable { case mostRecentProduct, anyProductInGroup }
    enum MaximumBound: String, CaseIterable { case instant, wholeMonths }

    /// T4: `UTC`, or an offset such as `-08:00`.
    var timeZone = "UTC"
    /// P4.
    var freeService = FreeService.skipped
    /// P5.
    var refundedService = RefundedService.unpaid
    /// F2.
    var lapseStart = LapseStart.graceEnd
    /// F7.
    var paidStreak = PaidStreak.mostRecent
    /// F7.
    var monthLength = MonthLength.calendar
    /// F8.
    var gapTolerance = GapTolerance.billingRecovery
    /// F9.
    var waitStart = WaitStart.offerPeriodEnd
    /// F13f: how far the input is said to reach; nil where nobody says so.
    var dataThrough: Milliseconds?
    /// F13a.
    var missingRenewalInfo = MissingRenewalInfo.unknown
    /// F14.
    var missingPurchases = MissingPurchases.unknown
    /// The clauses of F14 that are left out, which is no policy: it shows what a clause is for.
    var leftOut: Set<Clause> = []
    /// Rule `involuntary`.
    var involuntaryChurn = InvoluntaryChurn.included
    /// Rule `product`.
    var candidateOffers = CandidateOffers.mostRecentProduct
    /// Rule `time-since-last-subscribed`.
    var maximumBound = MaximumBound.instant

    /// Creates the defaults with some of them replaced, by the names of the semantics.
    init(_ values: [String: String] = [:]) {
      if let value = values["timeZone"] { timeZone = value }
      replace(\.freeService, by: values["freeService"])
      replace(\.refundedService, by: values["refundedService"])
      replace(\.lapseStart, by: values["lapseStart"])
      replace(\.paidStreak, by: values["paidStreak"])
      replace(\.monthLength, by: values["monthLength"])
      replace(\.gapTolerance, by: values["gapTolerance"])
      replace(\.waitStart, by: values["waitStart"])
      replace(\.missingRenewalInfo, by: values["missingRenewalInfo"])
      replace(\.missingPurchases, by: values["missingPurchases"])
      replace(\.involuntaryChurn, by: values["involuntaryChurn"])
      replace(\.candidateOffers, by: values["candidateOffers"])
      replace(\.maximumBound, by: values["maximumBound"])
    }

    private mutating func replace<Choice: RawRepresentable<String>>(
      _ policy: WritableKeyPath<Policies, Choice>,
      by value: String?
    ) {
      if let choice = value.flatMap(Choice.init(rawValue:)) { self[keyPath: policy] = choice }
    }

    /// Every policy that has a fixed list of values, with that list, the default first.
    static let values: [(policy: String, values: [String])] = [
      ("freeService", FreeService.allCases.map(\.rawValue)),
      ("refundedService", RefundedService.allCases.map(\.rawValue)),
      ("lapseStart", LapseStart.allCases.map(\.rawValue)),
      ("paidStreak", PaidStreak.allCases.map(\.rawValue)),
      ("monthLength", MonthLength.allCases.map(\.rawValue)),
      ("gapTolerance", GapTolerance.allCases.map(\.rawValue)),
      ("waitStart", WaitStart.allCases.map(\.rawValue)),
      ("missingRenewalInfo", MissingRenewalInfo.allCases.map(\.rawValue)),
      ("missingPurchases", MissingPurchases.allCases.map(\.rawValue)),
      ("involuntaryChurn", InvoluntaryChurn.allCases.map(\.rawValue)),
      ("candidateOffers", CandidateOffers.allCases.map(\.rawValue)),
      ("maximumBound", MaximumBound.allCases.map(\.rawValue)),
    ]
  }
}
