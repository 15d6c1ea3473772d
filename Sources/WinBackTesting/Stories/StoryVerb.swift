/// The verbs of a customer's story, as scenario files write them.
package enum StoryVerb: String, Sendable, Hashable, CaseIterable {
  case subscribe
  case renew
  case `switch`
  case upgrade
  case cancel
  case refund
  case billingRetry
  case grace
  case redeem
  case familyShare

  /// The keys that may stand beside the verb.
  package var details: [StoryDetail] {
    switch self {
    case .subscribe: [.on, .months, .periods, .freeTrial]
    case .renew: [.on]
    case .switch: [.months, .periods]
    case .upgrade, .familyShare: [.on, .months, .periods]
    case .cancel: [.on]
    case .refund: [.on, .prorated]
    case .billingRetry, .grace: []
    case .redeem: [.on, .periods]
    }
  }
}
