/// The verbs of a customer's story in scenario files.
package enum StoryVerb: String, Sendable, Hashable, CaseIterable {
  case subscribe, renew, `switch`, upgrade, cancel, resume, refund, billingRetry, grace, redeem,
    familyShare, move, buy

  package var details: [StoryDetail] {
    switch self {
    case .subscribe: [.on, .months, .periods, .freeTrial, .offer]
    case .renew: [.on, .offer]
    case .switch: [.months, .periods]
    case .upgrade: [.on, .months, .periods]
    case .familyShare: [.on, .months, .periods, .until]
    case .cancel: [.on, .priceIncrease]
    case .resume, .buy: [.on]
    case .refund: [.on, .prorated]
    case .billingRetry, .grace, .move: []
    case .redeem: [.on, .periods]
    }
  }

  var needsDate: Bool {
    switch self {
    case .subscribe, .upgrade, .familyShare, .buy, .refund, .redeem: true
    case .renew, .switch, .cancel, .resume, .billingRetry, .grace, .move: false
    }
  }

  /// The detail that is true or false; nil if the verb has none.
  var flag: StoryDetail? { details.first { $0 == .priceIncrease || $0 == .prorated } }
}

package enum StoryDetail: String, Sendable, Hashable, CaseIterable {
  case on, months, periods, freeTrial, offer, priceIncrease, prorated, until
}

/// The time that a customer stays with a subscription.
public enum StoryLength: Sendable, Hashable {
  /// A number of months, a multiple of the subscription's period.
  case months(Int)

  /// A number of the subscription's periods.
  case periods(Int)
}
