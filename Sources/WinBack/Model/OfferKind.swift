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
  private struct Entry {
    let type: UInt8
    let list: String
    let plural: String
  }

  private var entry: Entry {
    switch self {
    case .introductory: Entry(type: 1, list: "introductoryOffers", plural: "introductory offers")
    case .promotional: Entry(type: 2, list: "promotionalOffers", plural: "promotional offers")
    case .offerCode: Entry(type: 3, list: "offerCodes", plural: "offer codes")
    case .winBack: Entry(type: 4, list: "winBackOffers", plural: "win-back offers")
    }
  }

  /// The `offerType` of transactions that redeem an offer of this kind.
  package var transactionType: UInt8 { entry.type }

  /// The member of a subscription that lists the offers of this kind.
  package var list: String { entry.list }

  /// The name of several offers of this kind, in sentences.
  package var plural: String { entry.plural }

  /// The name of one offer of this kind, in sentences.
  package var phrase: String { String(entry.plural.dropLast()) }

  /// Whether only customers with a purchase can have an offer of this kind.
  package var needsPurchase: Bool { self == .winBack || self == .promotional }

  /// The kinds whose offers have common terms alone, in the order of results.
  package static let withoutCriteria = allCases.filter { $0 != .winBack }
}
