import WinBack

/// The keys of a decoded transaction payload of the App Store Server API that decisions depend on.
enum TransactionKey: Int, CaseIterable, Sendable {
  case transactionId, originalTransactionId, productId, subscriptionGroupIdentifier
  case purchaseDate, expiresDate, revocationDate, revocationType, signedDate
  case type, inAppOwnershipType, transactionReason, price, storefront
  case offerType, offerIdentifier, offerDiscountType, billingPlanType, commitmentInfo

  /// The bit of the key among all.
  var bit: UInt32 { 1 &<< UInt32(truncatingIfNeeded: rawValue) }

  /// How its values are read.
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

  /// What values say of a transaction that is neither text nor date: its traits, and what is no trait.
  struct Effects: OptionSet, Sendable {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    init(_ traits: TransactionTraits) { rawValue = UInt32(traits.rawValue) }

    /// Somebody else owns it.
    static var shared: Self { Self(rawValue: 1 << 16) }
    /// It is a product of another kind than an auto-renewable subscription.
    static var otherType: Self { Self(rawValue: 1 << 17) }

    var traits: TransactionTraits {
      TransactionTraits(rawValue: UInt16(truncatingIfNeeded: rawValue))
    }

    /// Returns what a price says; nil for one that is no whole number.
    static func price(_ price: Int64?) -> Self { Self(price == 0 ? [.priced, .free] : .priced) }

    /// Returns what the number of an offer's type says; nil for one that is no whole number.
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
  /// The only word that makes a difference, what it says, and what all others do.
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
