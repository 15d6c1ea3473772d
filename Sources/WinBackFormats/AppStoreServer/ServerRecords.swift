import CalendarTime
import WinBack

/// A transaction or renewal information of the App Store Server API: its text, and whose it is.
struct ServerPayload: Sendable {
  let isRenewal: Bool

  /// Where the payload stands in the text of its records.
  var text: Range<Int>

  /// The offset in the input of the payload, or of the JWS around it.
  let place: Int

  /// Whether it was inside of a JWS.
  let isSigned: Bool

  /// The place of the document that it was in, and of the page.
  var document: Int
  var page: Int?

  /// What it says of whose it is.
  var keys = Keys()

  /// The keys of a payload that tell whose it is, and which version.
  struct Keys: Sendable {
    var transactionId: String?
    var originalTransactionId: String?
    var appAccountToken: String?
    var appTransactionId: String?
    var environment: String?
    var signedDate: Instant?
    var purchaseDate: Instant?
    /// The storefront, where the payload gives its number only.
    var storefront: Storefront?
    var isAutoRenewable = true
  }

  /// The identifier of the first transaction of the chain.
  var chain: String? {
    keys.originalTransactionId ?? (isRenewal ? nil : keys.transactionId)
  }

  /// Everything that ties it to other payloads of the same customer.
  var ties: [String] {
    [
      chain.map { "chain " + $0 }, keys.appAccountToken.map { "token " + $0 },
      keys.appTransactionId.map { "account " + $0 },
    ].compactMap(\.self)
  }
}

/// Everything that documents of the App Store Server API hold about subscriptions, as it comes.
struct ServerRecords: Sendable {
  /// A page of a transaction history.
  struct Page: Sendable {
    let hasMore: Bool
    /// The offset of the page in the input.
    let place: Int
    var document: Int
  }

  var payloads: [ServerPayload] = []
  var pages: [Page] = []
  /// The offsets of the documents in the input.
  var documents: [Int] = []
  /// The text of all payloads.
  var text: ContiguousArray<UInt8> = []

  /// Adds the records of a document that comes next.
  mutating func append(_ others: ServerRecords) {
    for var payload in others.payloads {
      payload.text = payload.text.lowerBound + text.count..<payload.text.upperBound + text.count
      payload.document += documents.count
      payload.page = payload.page.map { $0 + pages.count }
      payloads.append(payload)
    }
    for var page in others.pages {
      page.document += documents.count
      pages.append(page)
    }
    documents += others.documents
    text += others.text
  }
}

/// What is wrong with documents of the App Store Server API, and where.
struct ServerFault: Error {
  let message: String
  /// The offset in the input.
  let offset: Int
  /// The offset of the document.
  let document: Int

  /// Returns the fault with its line and column.
  func error(in bytes: RawSpan) -> FormatError {
    FormatError(message, at: offset, in: bytes, ofValueAt: document)
  }
}
