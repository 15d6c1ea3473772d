public import CalendarTime
public import WinBack

/// Customers' histories that were read from an input of any format.
public struct HistoryInput: Sendable {
  /// The format of the input.
  public let format: HistoryFormat

  /// The histories, in the order in which the customers appear.
  public let histories: [CustomerHistory]

  /// What was left out or is not known.
  public let warnings: [FormatWarning]
}

extension HistoryInput {
  /// Reads histories.
  ///
  /// - Parameters:
  ///   - bytes: The whole input.
  ///   - format: The format; nil to detect it from the input.
  ///   - options: What the input does not contain.
  /// - Throws: ``FormatError`` for the first fault, or if the format is not clear.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(
    reading bytes: some Sequence<UInt8>,
    as format: HistoryFormat? = nil,
    options: HistoryOptions = HistoryOptions()
  ) throws(FormatError) {
    let bytes = ContiguousArray(bytes)
    let format = try options.format(of: bytes.rawBytes, orGiven: format)
    switch format.reader {
    case .native: self = try NativeHistories.read(bytes, options)
    case .appStoreServer: self = try ServerReader.read(bytes, options)
    case .table: self = try TableHistories.read(bytes, as: format, options)
    }
  }
}

/// Values that the input can lack and a reader of histories needs.
public struct HistoryOptions: Sendable {
  /// The customer attributes that the rule set declares; their values get the declared types.
  public var attributes: [RuleSet.Attribute]

  /// The key that identifies one customer's purchases in the App Store Server API; nil for the
  /// first of appAccountToken, appTransactionId and originalTransactionId that a subscription has.
  public var customerKey: CustomerKey?

  /// The environment to read, such as Production; nil if the input has only one.
  public var environment: String?

  /// The meaning of the columns of a table; nil for the mapping of its format.
  public var mapping: Mapping?

  /// Whether periods have their prices, for which documents are read more slowly.
  package var keepsPrices = false

  /// Creates options.
  public init(
    attributes: [RuleSet.Attribute] = [],
    customerKey: CustomerKey? = nil,
    environment: String? = nil,
    mapping: Mapping? = nil
  ) {
    self.attributes = attributes
    self.customerKey = customerKey
    self.environment = environment
    self.mapping = mapping
  }

  /// Returns the given format, or the detected one; with a mapping it is a table.
  func format(
    of bytes: RawSpan,
    orGiven format: HistoryFormat?
  ) throws(FormatError) -> HistoryFormat {
    try HistoryFormat(detectingMany: bytes, orGiven: format ?? (mapping == nil ? nil : .table))
  }
}

extension StoreEnvironments {
  /// The message if purchases are of several environments; nil if they are not.
  package var mixture: String? {
    let names = text
    guard names.count > 1 else { return nil }
    return "expected purchases of one environment, found \(names.joined(separator: " and ")); "
      + "'--environment' names the one that is meant"
  }

  /// The warning if no purchase is of production; nil if one is, or if none names its environment.
  package var testWarning: String? {
    isEmpty || contains(.production) ? nil : text.first.map(Self.warning)
  }

  /// The warning about purchases of an environment for tests, whose name has its quotation marks.
  static func warning(ofTests name: String) -> String {
    "the transactions are of the environment \(name), where a month can take minutes"
  }

  /// Adds those of a history.
  ///
  /// - Throws: ``FormatError`` if there are several then.
  mutating func add(_ record: borrowing HistoryRecord) throws(FormatError) {
    formUnion(record.environments)
    if let mixture { throw FormatError(ofInput: mixture) }
  }
}

/// The key that identifies the purchases of one customer in an input of the App Store Server API.
public enum CustomerKey: String, Sendable, Hashable, CaseIterable {
  /// The developer's own identifier of a user; a purchase has it if the app gave one.
  case appAccountToken

  /// The App Store's identifier of one Apple Account in one app; older purchases do not have it.
  case appTransactionId

  /// The first purchase of a subscription; all its renewals name it.
  case originalTransactionId
}

/// The decisions on the customers of an input of any format.
public struct InputDecisions: Sendable {
  /// The format of the input.
  public let format: HistoryFormat

  /// The decisions, customer by customer, in the order of the input.
  public let customers: [CustomerDecisions]

  /// What was left out or is not known.
  public let warnings: [FormatWarning]
}

extension EligibilityEngine {
  /// Decides all offers for the customers of an input of any format.
  ///
  /// - Parameters:
  ///   - bytes: The whole input.
  ///   - format: The format; nil to detect it from the input.
  ///   - options: What the input does not contain; the attributes are those of the rule set.
  ///   - now: The instant at which eligibility is decided.
  /// - Returns: The decisions, and the detected format.
  /// - Throws: ``FormatError`` for the first fault, or if the format is not clear.
  public func decisions(
    in bytes: some Sequence<UInt8>,
    as format: HistoryFormat? = nil,
    options: HistoryOptions = HistoryOptions(),
    asOf now: Instant
  ) throws(FormatError) -> InputDecisions {
    try decisions(in: bytes, as: format, options: options, asOf: now, showing: nil)
  }

  /// Decides all offers for the customers of an input of any format, and what they are shown if
  /// that is requested.
  package func decisions(
    in bytes: some Sequence<UInt8>,
    as format: HistoryFormat? = nil,
    options: HistoryOptions = HistoryOptions(),
    asOf now: Instant,
    showing merchandiser: Merchandiser?
  ) throws(FormatError) -> InputDecisions {
    let bytes = ContiguousArray(bytes)
    let format = try options.format(of: bytes.rawBytes, orGiven: format)
    guard format != .native else {
      return InputDecisions(
        format: format,
        customers: try decisions(
          json: bytes,
          of: options.environment,
          asOf: now,
          showing: merchandiser
        ),
        warnings: []
      )
    }
    var options = options
    options.attributes = rules.ruleSet.attributes
    let input = try HistoryInput(reading: bytes, as: format, options: options)
    var customers: [CustomerDecisions] = []
    // Documents without a purchase of a subscription need not name the customer.
    let isUnnamed = input.histories.isEmpty && format.joinsFiles
    let unnamed = CustomerHistory(customerId: "", transactions: [])
    for history in isUnnamed ? [unnamed] : input.histories {
      do throws(HistoryError) {
        let (record, symbols) = record(of: history)
        customers.append(try decisions(for: record, symbols, asOf: now, showing: merchandiser))
      } catch {
        throw FormatError(ofInput: "customer '\(history.customerId.shownInMessage)': \(error)")
      }
    }
    return InputDecisions(format: format, customers: customers, warnings: input.warnings)
  }
}
