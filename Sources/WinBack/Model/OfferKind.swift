/// A kind of offer, with its own rules (section 8 of the semantics).
public enum OfferKind: String, Sendable, Hashable, CaseIterable {
  /// For customers who have not received an introductory offer in the subscription group.
  case introductory
  /// For customers who have, or had, a subscription in the group; the developer decides the rest.
  case promotional
  /// For customers with a code, of the classes that the developer chose.
  case offerCode
  /// For customers whose subscription has churned.
  case winBack
}

extension OfferKind {
  /// The `offerType` of transactions that redeem an offer of this kind.
  package var transactionType: UInt8 {
    switch self {
    case .introductory: 1
    case .promotional: 2
    case .offerCode: 3
    case .winBack: 4
    }
  }

  /// The name of one offer of this kind, in sentences.
  package var phrase: String {
    switch self {
    case .introductory: "introductory offer"
    case .promotional: "promotional offer"
    case .offerCode: "offer code"
    case .winBack: "win-back offer"
    }
  }

  /// The name of several offers of this kind, in sentences.
  package var plural: String { phrase + "s" }

  /// The member of a subscription that lists the offers of this kind.
  package var list: String { self == .offerCode ? "offerCodes" : rawValue + "Offers" }

  /// Whether only customers with a purchase can have an offer of this kind.
  package var needsPurchase: Bool { self == .winBack || self == .promotional }

  /// The kinds whose offers have common terms alone, in the order of results.
  package static let withoutCriteria = allCases.filter { $0 != .winBack }
}
