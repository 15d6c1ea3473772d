import BuiltInFiles
import CEL

/// A format of customers' histories.
///
/// The formats are values in one list. A format of tables is an entry in the list and a mapping in
/// `Rules/mappings`, which also has the signs of its tables.
public struct HistoryFormat: RawRepresentable, CaseIterable, Sendable, Hashable {
  package enum Reader: Sendable {
    case native
    case appStoreServer
    /// A mapping of columns: a built-in one, or the user's own.
    case table
  }

  /// WinBack's own format: one JSON document, or JSON Lines.
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
      + ofDocumentsAndArrays([
        ["signedTransactions"], ["signedTransactionsDecoded"], ["signedTransactionInfo"],
        ["signedTransactionInfoDecoded"], ["signedRenewalInfo"], ["signedRenewalInfoDecoded"],
        ["signedPayload"], ["signedPayloadDecoded"], ["notificationType"], ["notificationHistory"],
        ["data[].lastTransactions"], ["transactionId", "productId"],
        ["originalTransactionId", "autoRenewStatus"],
      ])
  )

  /// Any table or events, read with the user's mapping.
  public static let table = HistoryFormat(name: "table", .table, page: "Mappings", [])

  /// All formats.
  public static let allCases: [HistoryFormat] = [
    native, appStoreServer, shipped(mappingRevenueCat.contents, page: "RevenueCat"),
    shipped(mappingRevenueCatEvents.contents, page: "RevenueCat"),
    shipped(mappingAdapty.contents, page: "Adapty"),
    shipped(mappingSubscriberReport.contents, page: "SalesAndTrends"), table,
  ].compactMap { $0 }

  /// The name on the command line.
  public let rawValue: String

  package let reader: Reader

  /// The page of `Documentation/Formats` about it.
  package let page: String

  /// The signs of the format; an input in the format has one of them, and no other input has it.
  let signs: [FormatSign]

  /// The mapping for its tables, as a JSON document; nil if none is built in.
  package private(set) var mappingText: [UInt8]?

  private init(name: String, _ reader: Reader, page: String, _ signs: [FormatSign]) {
    rawValue = name
    self.reader = reader
    self.page = page
    self.signs = signs
  }

  private static func ofDocumentsAndArrays(_ signs: [[String]]) -> [FormatSign] {
    (signs + signs.map { keys in keys.map { "[]." + $0 } }).map { .keys($0) }
  }

  /// Returns the format of a built-in mapping; nil if the mapping is broken, which a test excludes.
  private static func shipped(_ text: [UInt8], page: String) -> HistoryFormat? {
    guard let (name, signs) = Mapping.head(of: ContiguousArray(text)) else { return nil }
    var format = HistoryFormat(name: name, .table, page: page, [.fields(signs)])
    format.mappingText = text
    return format
  }

  /// Finds a format by its name.
  public init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }
}

extension HistoryFormat {
  /// Whether the format is a table, with a built-in mapping or the user's.
  package var isTable: Bool { reader == .table }

  /// Whether the documents of a customer can be in several files, so that none can be missing.
  package var joinsFiles: Bool { reader == .appStoreServer }

  /// What a customer consists of; nil if each line or document is one.
  package var parts: String? {
    switch reader {
    case .native: nil
    case .appStoreServer: "documents"
    case .table: "rows"
    }
  }

  /// Returns the columns of a table that are read.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns.
  ///   - name: The format that the user names; nil to detect it by the columns.
  /// - Returns: The names of the columns that are read; nil if the columns match no table.
  package static func columnsRead(of columns: [String], named name: String?) -> Set<String>? {
    let formats = allCases.filter { format in
      guard name == nil else { return format.rawValue == name && format.isTable }
      return format.signs.contains {
        !$0.columns.isEmpty && $0.columns.allSatisfy(columns.contains)
      }
    }
    guard !formats.isEmpty else { return nil }
    // If several formats are possible, any of them can read the table.
    return formats.reduce(into: []) { names, format in
      names.formUnion((try? format.mapping(orOwn: nil).columns) ?? columns)
    }
  }

  package func mapping(orOwn own: Mapping?) throws(FormatError) -> Mapping {
    if let own { return own }
    if let mappingText { return try Mapping(json: mappingText) }
    throw FormatError(
      ofInput: "the format '\(rawValue)' needs a mapping that says what the columns mean"
    )
  }
}

/// A sign by which a format is recognised: every input in the format has one of its signs.
enum FormatSign: Sendable, Hashable {
  /// A JSON document whose first value has all of these keys, as ``FormatEvidence`` names them.
  case keys([String])
  /// A table whose first line has all of these columns, or a JSON object with all of these keys.
  case fields([String])
  /// A JWS.
  case signedPayload

  var columns: [String] {
    if case .fields(let columns) = self { columns } else { [] }
  }

  func matches(_ evidence: FormatEvidence) -> Bool {
    switch self {
    case .keys(let keys): keys.allSatisfy(evidence.keys.contains)
    case .fields(let fields):
      fields.allSatisfy(evidence.keys.contains) || fields.allSatisfy(evidence.columns.contains)
    case .signedPayload: evidence.isSignedPayload
    }
  }

  /// Returns whether an input has the sign with a possible spelling mistake.
  func nearlyMatches(_ evidence: FormatEvidence) -> Bool {
    guard case .keys(let keys) = self, let key = keys.first, !key.contains(".") else {
      return false
    }
    return nearestName(to: key, among: evidence.keys.ordered()) != nil
  }
}

/// A format that is recognised by signs.
protocol RecognizedFormat: RawRepresentable<String>, CaseIterable, Hashable {
  /// The signs of the format; an input in the format has one of them, and no other input has it.
  var signs: [FormatSign] { get }
}

extension HistoryFormat: RecognizedFormat {}

extension CatalogFormat: RecognizedFormat {
  var signs: [FormatSign] {
    switch self {
    case .native: [.keys(["subscriptionGroups"])]
    case .appStoreConnect:
      [
        ["data[].attributes"], ["data.attributes"], ["data[].relationships"], ["data[].offerId"],
        ["data", "links"], ["data", "included"],
      ].map { .keys($0) }
    }
  }
}
