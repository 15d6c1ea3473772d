import BuiltInFiles

/// A format of customers' histories.
///
/// Formats are values of one list. A format of tables is a line in the list and a mapping in
/// `Rules/mappings`, which also says how WinBack recognises its tables.
public struct HistoryFormat: RawRepresentable, CaseIterable, Sendable {
  /// What reads a format.
  package enum Reader: Sendable {
    case native
    case appStoreServer
    /// By a mapping of columns: a shipped one, or the user's own.
    case table
  }

  /// WinBack's own: one JSON document, or JSON Lines.
  public static let native = HistoryFormat(
    name: "native",
    .native,
    page: "Native",
    [.keys(["customerId"]), .keys(["transactions"])]
  )

  /// The App Store Server API: responses, notifications, signed or decoded payloads.
  public static let appStoreServer = HistoryFormat(
    name: "appstoreserver",
    .appStoreServer,
    page: "AppStoreServer",
    [.signedPayload]
      + [
        ["signedTransactions"], ["signedTransactionsDecoded"], ["signedTransactionInfo"],
        ["signedTransactionInfoDecoded"], ["signedRenewalInfo"], ["signedRenewalInfoDecoded"],
        ["signedPayload"], ["signedPayloadDecoded"], ["notificationType"], ["notificationHistory"],
        ["data[].lastTransactions"], ["transactionId", "productId"],
        ["[].transactionId", "[].productId"], ["originalTransactionId", "autoRenewStatus"],
        ["[].signedPayload"], ["[].signedTransactions"],
      ].map { .keys($0) }
  )

  /// Any table or events, by the user's mapping.
  public static let table = HistoryFormat(name: "table", .table, page: "Mappings", [])

  /// All formats.
  public static let allCases: [HistoryFormat] = [
    native,
    appStoreServer,
    shipped(mappingRevenueCat.contents, page: "RevenueCat"),
    shipped(mappingRevenueCatEvents.contents, page: "RevenueCat"),
    shipped(mappingAdapty.contents, page: "Adapty"),
    shipped(mappingSubscriberReport.contents, page: "SalesAndTrends"),
    shipped(mappingStripe.contents, page: "Mappings"),
    table,
  ].compactMap { $0 }

  /// The name on the command line.
  public let rawValue: String

  /// What reads it.
  package let reader: Reader

  /// The page of `Documentation/Formats` about it.
  package let page: String

  /// What an input in the format shows, and no other: one of these.
  let signs: [FormatSign]

  /// The mapping that describes its tables, as a JSON document; nil if none is shipped.
  package private(set) var mappingText: [UInt8]?

  private init(name: String, _ reader: Reader, page: String, _ signs: [FormatSign]) {
    rawValue = name
    self.reader = reader
    self.page = page
    self.signs = signs
  }

  /// Returns the format of a shipped mapping; nil if that is broken, which a test rules out.
  private static func shipped(_ text: [UInt8], page: String) -> HistoryFormat? {
    guard let (name, signs) = Mapping.head(of: ContiguousArray(text)) else { return nil }
    var format = HistoryFormat(name: name, .table, page: page, [.fields(signs)])
    format.mappingText = text
    return format
  }

  /// Finds the format of a name.
  public init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }
}

extension HistoryFormat: Hashable {
  /// Compares the names.
  public static func == (lhs: HistoryFormat, rhs: HistoryFormat) -> Bool {
    lhs.rawValue == rhs.rawValue
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension HistoryFormat {
  /// Whether the format is a table, of the user's or one that is known.
  package var isTable: Bool { reader == .table }

  /// Returns which of the columns of a table are read.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns.
  ///   - name: The format that the user names; nil to find it out by the columns.
  /// - Returns: The names of those that are read; nil if rows with these columns are no table.
  package static func columnsRead(of columns: [String], named name: String?) -> Set<String>? {
    let formats = allCases.filter { format in
      guard name == nil else { return format.rawValue == name && format.isTable }
      return format.signs.contains {
        !$0.columns.isEmpty && $0.columns.allSatisfy(columns.contains)
      }
    }
    guard !formats.isEmpty else { return nil }
    // If several formats are possible, any of them may read the table.
    return formats.reduce(into: []) { names, format in
      names.formUnion((try? format.mapping(orOwn: nil).columns) ?? columns)
    }
  }

  /// Returns the mapping that describes tables of this format.
  ///
  /// - Parameter own: The user's mapping, which counts if it is given.
  /// - Returns: The mapping.
  /// - Throws: ``FormatError`` if the format needs a mapping and none is given.
  package func mapping(orOwn own: Mapping?) throws(FormatError) -> Mapping {
    if let own { return own }
    if let mappingText { return try Mapping(json: mappingText) }
    throw FormatError(
      ofInput: "the format '\(rawValue)' needs a mapping that says what the columns mean"
    )
  }
}
