/// The meaning of a table's columns: it is data, so a new source needs no code.
///
/// The same form describes the exports that WinBack knows and your own exports.
public struct Mapping: Sendable, Hashable {
  /// A condition on a column of the same row.
  public struct Condition: Sendable, Hashable {
    /// The column.
    public var column: String

    /// The values that meet the condition; `*` matches any value, an empty string an absent one.
    ///
    /// Only letters and digits are compared, without regard to case.
    public var values: [String]

    /// Creates a condition.
    public init(column: String, values: [String]) {
      self.column = column
      self.values = values
    }
  }

  /// The source of a field: a column or a fixed value, under conditions.
  public struct Source: Sendable, Hashable {
    /// The content of a field.
    public enum Content: Sendable, Hashable {
      /// The value of a column.
      case column(String)
      /// A fixed value.
      case value(String)
    }

    /// The content of the field.
    public var content: Content

    /// The conditions that must all hold.
    public var conditions: [Condition]

    /// Creates a source.
    public init(_ content: Content, where conditions: [Condition] = []) {
      self.content = content
      self.conditions = conditions
    }
  }

  /// A filter for the rows about subscriptions of the App Store.
  public struct Filter: Sendable, Hashable {
    /// The rows that are read; all rows if there is no such column.
    public var condition: Condition

    /// The name under which the other rows are counted.
    public var others: String

    /// Creates a filter.
    public init(_ condition: Condition, others: String) {
      self.condition = condition
      self.others = others
    }
  }

  /// The meaning of a row.
  public enum RowMeaning: String, Sendable, Hashable, CaseIterable {
    /// A whole transaction; of several versions, only the newest counts.
    case transactions
    /// A change of a transaction; a field without a value stays unchanged.
    case events
  }

  /// The form of dates.
  public enum DateForm: String, Sendable, Hashable, CaseIterable {
    /// ISO 8601, also with a space for `T`, and also with a space and `UTC` or `+0000` at the end.
    case iso8601
    /// Seconds since 1970.
    case seconds
    /// Milliseconds since 1970.
    case milliseconds
    /// Microseconds since 1970.
    case microseconds
    /// `MM/DD/YYYY`, or ISO 8601.
    case monthDayYear = "MM/DD/YYYY"
    /// `DD/MM/YYYY`, or ISO 8601.
    case dayMonthYear = "DD/MM/YYYY"
  }

  /// The name by which the format is chosen.
  public var name: String

  /// The description of the table, for people.
  public var title: String

  /// Columns that no other format has, by which the tables of a built-in mapping are recognised.
  public var signs: [String]

  /// The meaning of a row.
  public var rows: RowMeaning

  /// The form of dates.
  public var dates: DateForm

  /// The words that mean no value, in addition to an empty field: `NULL`, `\N`.
  public var nulls: [String]

  /// The columns that a table can lack; all other columns in the mapping are required.
  public var optional: [String]

  /// The rows that are read; the others are counted.
  public var only: [Filter]

  /// The sources of each field: the first one whose conditions hold and that is not blank is used.
  public var fields: [MappedField: [Source]]

  /// What stands between a product and its billing plan in one name, such as `:` in
  /// `basic.yearly:monthly`; nil if names have no plan.
  public var planSeparator: String?

  /// The environment of the rows that are read, which the document does not have; nil for any.
  package var environment: String?

  /// The catalog's product for a product name in the table, if the two are different.
  public var products: [String: String]

  /// The group of a product, if neither the table nor the catalog has it.
  public var groups: [String: String]

  /// Creates a mapping.
  public init(
    name: String,
    title: String = "",
    signs: [String] = [],
    rows: RowMeaning = .transactions,
    dates: DateForm = .iso8601,
    nulls: [String] = [],
    optional: [String] = [],
    only: [Filter] = [],
    fields: [MappedField: [Source]],
    products: [String: String] = [:],
    groups: [String: String] = [:],
    planSeparator: String? = nil
  ) {
    self.name = name
    self.title = title
    self.signs = signs
    self.rows = rows
    self.dates = dates
    self.nulls = nulls
    self.optional = optional
    self.only = only
    self.fields = fields
    self.products = products
    self.groups = groups
    self.planSeparator = planSeparator
  }

  /// All columns in the mapping, each once, in the order of the fields.
  package var columns: [String] {
    let sources: [Source] = MappedField.allCases.flatMap { fields[$0] ?? [] }
    return (only.map { $0.condition.column } + sources.flatMap { $0.columns }).withoutRepeats
  }
}

extension Mapping.Source {
  /// The column with the content; nil for a fixed value.
  var column: String? {
    if case .column(let name) = content { name } else { nil }
  }

  /// The columns with the content and with the conditions.
  var columns: [String] { [column].compactMap { $0 } + conditions.map { $0.column } }
}

/// A field that a column of a table can contain; the names are those of native histories.
public enum MappedField: String, Sendable, Hashable, CaseIterable {
  /// The customer; the rows of one customer are one history.
  case customerId
  /// The identifier of the transaction; rows with the same identifier are its versions (P1).
  case transactionId
  /// A second part of the identifier, if several transactions share the first.
  case transactionIdSuffix
  /// The first transaction of the chain.
  case originalTransactionId
  /// The purchase date of the first transaction of the chain.
  case originalPurchaseDate
  /// The number of the payment among those of the chain, from 1.
  case paymentNumber
  /// The environment: `Production`, `Sandbox`, `Xcode` or `LocalTesting`.
  case environment
  /// The product that was bought.
  case productId
  /// The group of the product, if the catalog does not have it.
  case subscriptionGroupIdentifier
  /// The start of the period.
  case purchaseDate
  /// The end of the period.
  case expiresDate
  /// The length of the period, if no column has its end: `P1M`, `1 Month`, `ONE_MONTH`.
  case duration
  /// The date of the revocation.
  case revocationDate
  /// The type of the revocation: `REFUND_FULL`, `REFUND_PRORATED`, `FAMILY_REVOKE`.
  case revocationType
  /// The date on which the row was written: the newest version of a transaction counts.
  case signedDate
  /// The ownership: `PURCHASED` or `FAMILY_SHARED`.
  case inAppOwnershipType
  /// The reason: `PURCHASE` or `RENEWAL`.
  case transactionReason
  /// The price, in units of the currency.
  case price
  /// The storefront, as an alpha-3 or alpha-2 code.
  case storefront
  /// The type of the offer: 1 to 5, or `unknown`.
  case offerType
  /// The identifier of the redeemed offer.
  case offerIdentifier
  /// The payment mode of the offer: `FREE_TRIAL`, `PAY_AS_YOU_GO`, `PAY_UP_FRONT`, `ONE_TIME`.
  case offerDiscountType
  /// The billing plan: `MONTHLY` or `BILLED_UPFRONT`.
  case billingPlanType
  /// Whether the subscription renews after this transaction: 0 or 1.
  case autoRenewStatus
  /// Why it does not renew: 1 cancelled, 2 billing error, 3 price increase, 4 unavailable, 5 other.
  case expirationIntent
  /// Whether the store still tries to charge after this transaction.
  case isInBillingRetryPeriod
  /// The end of the grace period after this transaction.
  case gracePeriodExpiresDate
}

extension MappedField {
  /// The field of words that it is; nil for a field whose values are no words.
  var word: TransactionWords.Field? {
    switch self {
    case .customerId, .transactionId, .transactionIdSuffix, .originalTransactionId,
      .originalPurchaseDate, .paymentNumber, .productId, .subscriptionGroupIdentifier,
      .purchaseDate, .expiresDate, .duration, .revocationDate, .signedDate, .price, .storefront,
      .offerIdentifier, .gracePeriodExpiresDate:
      nil
    case .revocationType: .revocationType
    case .inAppOwnershipType: .inAppOwnershipType
    case .transactionReason: .transactionReason
    case .offerType: .offerType
    case .offerDiscountType: .offerDiscountType
    case .billingPlanType: .billingPlanType
    case .autoRenewStatus: .autoRenewStatus
    case .expirationIntent: .expirationIntent
    case .isInBillingRetryPeriod: .isInBillingRetryPeriod
    case .environment: .environment
    }
  }

  /// Its words, each with the number that stands for it; none for a field of another kind.
  var words: [(word: String, code: Int8)] { word?.words ?? [] }
}
