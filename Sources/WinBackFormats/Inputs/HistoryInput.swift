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
    let input = try WholeInput(ContiguousArray(bytes), orGiven: format, options)
    var histories: [CustomerHistory] = []
    warnings = try input.read { reader, place throws(FormatError) in
      do throws(HistoryError) {
        if input.format.joinsFiles { try reader.record.mergeDuplicates(at: .utc) }
      } catch {
        // The caller who decides also checks whether the dates make sense.
        if case .conflictingDuplicates = error.kind { throw input.error(error, at: place) }
      }
      if let history = reader.values(at: place) { histories.append(history) }
    }
    self.format = input.format
    self.histories = histories
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
