import WinBack

/// The keys of a decoded transaction payload of the App Store Server API that decisions depend on.
enum TransactionKey: Int, CaseIterable, Sendable {
  case transactionId, originalTransactionId, productId, subscriptionGroupIdentifier
  case purchaseDate, expiresDate, revocationDate, revocationType, signedDate
  case type, inAppOwnershipType, transactionReason, price, storefront
  case offerType, offerIdentifier, offerDiscountType, billingPlanType, commitmentInfo

  /// The bit of the key.
  var bit: UInt32 { 1 &<< UInt32(truncatingIfNeeded: rawValue) }

  /// How the values of the key are read.
  var field: TransactionField {
    switch self {
    case .transactionId: TransactionField("transactionId", .identifier)
    case .originalTransactionId: TransactionField("originalTransactionId", .identifier)
    case .productId: TransactionField("productId", .symbol)
    case .subscriptionGroupIdentifier: TransactionField("subscriptionGroupIdentifier", .symbol)
    case .purchaseDate: TransactionField("purchaseDate", .date)
    case .expiresDate: TransactionField("expiresDate", .date)
    case .revocationDate: TransactionField("revocationDate", .date)
    case .revocationType:
      TransactionField("revocationType", .word, "REFUND_PRORATED", means: Effects(.prorated))
    case .signedDate: TransactionField("signedDate", .date)
    case .type:
      TransactionField("type", .word, "Auto-Renewable Subscription", otherwise: .otherType)
    case .inAppOwnershipType:
      TransactionField("inAppOwnershipType", .word, "PURCHASED", otherwise: .shared)
    case .transactionReason:
      TransactionField("transactionReason", .word, "RENEWAL", means: Effects(.renewal))
    case .price: TransactionField("price", .price)
    case .storefront: TransactionField("storefront", .storefront)
    case .offerType: TransactionField("offerType", .offerType)
    case .offerIdentifier: TransactionField("offerIdentifier", .symbol)
    case .offerDiscountType:
      TransactionField("offerDiscountType", .word, "FREE_TRIAL", means: Effects(.free))
    case .billingPlanType:
      TransactionField("billingPlanType", .word, "MONTHLY", means: Effects(.monthlyPlan))
    case .commitmentInfo: TransactionField("commitmentInfo", .skipped)
    }
  }

  /// The effects of values that are neither text nor dates: traits and two other facts.
  struct Effects: OptionSet, Sendable {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    init(_ traits: TransactionTraits) { rawValue = UInt32(traits.rawValue) }

    /// Another person owns it.
    static var shared: Self { Self(rawValue: 1 << 16) }
    /// The product is not an auto-renewable subscription.
    static var otherType: Self { Self(rawValue: 1 << 17) }

    var traits: TransactionTraits {
      TransactionTraits(rawValue: UInt16(truncatingIfNeeded: rawValue))
    }

    /// Returns the effects of a price, which is nil if it is not a whole number.
    static func price(_ price: Int64?) -> Self { Self(price == 0 ? [.priced, .free] : .priced) }

    /// Returns the effects of an offer's type, which is nil if it is not a whole number.
    static func offerType(_ type: Int64?) -> Self {
      switch type {
      case 1: Self(.introductory)
      case 4: Self(.winBack)
      default: []
      }
    }
  }
}

/// How the values of a key are read.
struct TransactionField: Sendable {
  enum Kind: UInt8, Sendable {
    case skipped, identifier, date, symbol, storefront, word, price, offerType
  }

  let name: String
  let kind: Kind
  /// The only word with its own meaning, its meaning, and the meaning of all other words.
  let word: String
  let meaning: TransactionKey.Effects
  let otherMeaning: TransactionKey.Effects

  init(
    _ name: String,
    _ kind: Kind,
    _ word: String = "",
    means meaning: TransactionKey.Effects = [],
    otherwise otherMeaning: TransactionKey.Effects = []
  ) {
    self.name = name
    self.kind = kind
    self.word = word
    self.meaning = meaning
    self.otherMeaning = otherMeaning
  }
}
