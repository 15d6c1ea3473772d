/// The verbs of a customer's story, as scenario files write them.
package enum StoryVerb: String, Sendable, Hashable, CaseIterable {
  case subscribe
  case renew
  case `switch`
  case upgrade
  case cancel
  case resume
  case refund
  case billingRetry
  case grace
  case redeem
  case familyShare
  case move
  case buy

  /// The keys that may stand beside the verb.
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
}
