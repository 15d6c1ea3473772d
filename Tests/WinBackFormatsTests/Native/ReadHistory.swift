import CEL
import WinBackFormats

/// A history as the native reader reads it, in words.
struct ReadHistory: Equatable {
  let customerId: String
  let storefront: Storefront?
  let group: String?
  let attributes: [Binding]
  let renewalsAreList: Bool
  /// What is known of each transaction, as `name=value`.
  let transactions: [String]
  /// What is known of each renewal information, as `name=value`.
  let renewals: [String]
  /// What the history cannot tell (F12).
  let gaps: HistoryGaps

  /// Reads one document.
  init(_ json: String, attributes: [RuleSet.Attribute] = []) throws {
    let bytes = ContiguousArray(json.utf8)
    var scanner = JSONScanner(bytes.rawBytes)
    var record = HistoryRecord()
    var symbols = SymbolTable()
    var reader = HistoryReader(attributes: attributes)
    do throws(JSONError) {
      try reader.read(&scanner, into: &record, &symbols)
      try scanner.finish()
    } catch {
      throw FormatError(error.description, at: error.offset, in: bytes.rawBytes)
    }
    self.init(record, symbols)
  }

  /// Puts what was read into words.
  init(_ record: HistoryRecord, _ symbols: SymbolTable) {
    customerId = record.string(record.customerId)
    storefront = record.storefront
    group = record.subscriptionGroupIdentifier.map { symbols.text(of: $0) }
    self.attributes = Array(record.attributes)
    renewalsAreList = record.renewalsAreList
    transactions = record.transactions.map { Self.words(of: $0, record, symbols) }
    renewals = record.renewals.map { Self.words(of: $0, record, symbols) }
    gaps = record.gaps
  }

  /// Reads one transaction, given as the members that it has beside those that it must have.
  static func transaction(_ members: String) throws -> String? {
    let required = #""productId":"p","purchaseDate":0,"expiresDate":1"#
    let object = members.isEmpty ? "{\(required)}" : "{\(required),\(members)}"
    return try ReadHistory(#"{"customerId":"c","transactions":[\#(object)]}"#).transactions.first
  }

  /// What ``transaction(_:)`` knows without further members.
  static let plainTransaction = "productId=p purchaseDate=0 expiresDate=1 owned"

  private static func words(
    of transaction: TransactionRecord,
    _ record: HistoryRecord,
    _ symbols: SymbolTable
  ) -> String {
    var words: [String?] = [
      transaction.transactionId.map { "transactionId=" + record.string($0) },
      transaction.originalTransactionId.map { "originalTransactionId=" + record.string($0) },
      "productId=" + symbols.text(of: transaction.productId),
      transaction.subscriptionGroupIdentifier.map { "group=" + symbols.text(of: $0) },
      "purchaseDate=" + text(of: transaction.purchaseDate),
      "expiresDate=" + text(of: transaction.expiresDate),
      transaction.revocationDate.map { "revocationDate=" + text(of: $0) },
      transaction.signedDate.map { "signedDate=" + text(of: $0) },
      transaction.storefront.map { "storefront=\($0)" },
      transaction.offerIdentifier.map { "offerIdentifier=" + symbols.text(of: $0) },
    ]
    let traits: [(TransactionTraits, String)] = [
      (.owned, "owned"), (.renewal, "renewal"), (.free, "free"), (.prorated, "prorated"),
      (.monthlyPlan, "monthlyPlan"), (.continued, "continued"),
    ]
    words += traits.map { transaction.traits.contains($0.0) ? $0.1 : nil }
    let type = transaction.traits.offerType
    words.append(type == 0 ? nil : "offerType=\(type)")
    return words.compactMap { $0 }.joined(separator: " ")
  }

  private static func words(
    of renewal: RenewalRecord,
    _ record: HistoryRecord,
    _ symbols: SymbolTable
  ) -> String {
    let words: [String?] = [
      renewal.originalTransactionId.map { "originalTransactionId=" + record.string($0) },
      renewal.productId.map { "productId=" + symbols.text(of: $0) },
      renewal.autoRenews.map { "autoRenews=\($0)" },
      renewal.expirationIntent.map { "expirationIntent=\($0)" },
      renewal.isInBillingRetryPeriod == true ? "inBillingRetry" : nil,
      renewal.gracePeriodExpiresDate.map { "gracePeriodExpiresDate=" + text(of: $0) },
      renewal.signedDate.map { "signedDate=" + text(of: $0) },
      renewal.renewalDate.map { "renewalDate=" + text(of: $0) },
      renewal.eligibleOffers.map { offers in
        "offers=" + offers.map { symbols.text(of: record.offers[$0]) }.joined(separator: "|")
      },
    ]
    return words.compactMap { $0 }.joined(separator: " ")
  }

  private static func text(of date: TimelineDate) -> String {
    "\(date.instant.milliseconds)" + (date.isDateOnly ? "(day)" : "")
  }
}

/// Returns the text of the error with which something is refused; nil where it is not.
func refusal<Result>(_ body: () throws -> Result) -> String? {
  do {
    _ = try body()
    return nil
  } catch {
    return "\(error)"
  }
}
