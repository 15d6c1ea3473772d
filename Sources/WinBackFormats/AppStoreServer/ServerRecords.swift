import CalendarTime
import WinBack

/// A transaction or renewal information of the App Store Server API: its text and its keys.
struct ServerPayload: Sendable {
  let isRenewal: Bool

  /// The range of the payload in the text of its records.
  var text: Range<Int>

  /// The offset in the input of the payload, or of the JWS around it.
  let offset: Int

  let isSigned: Bool
  let origin: Origin

  /// The offset in the input of the document that it was in.
  let document: Int

  /// The index of the page that it was in.
  var page: Int?

  let keys: Keys

  /// The kind of document that a payload was in, which says what else exists.
  enum Origin: Sendable {
    /// A page of a transaction history.
    case page
    /// The response with the statuses of all subscriptions.
    case statuses
    /// A response or a notification about one transaction.
    case single
    /// No document around it.
    case bare
  }

  /// The keys of a payload that identify its customer and its version.
  struct Keys: Sendable {
    var transactionId: String?
    var originalTransactionId: String?
    var appAccountToken: String?
    var appTransactionId: String?
    var environment: String?
    var signedDate: Instant?
    var purchaseDate: Instant?
    /// The storefront, if the payload has only its number.
    var storefront: Storefront?
    var isAutoRenewable = true
  }

  /// The identifier of the first transaction of the chain.
  var chain: String? { keys.originalTransactionId ?? (isRenewal ? nil : keys.transactionId) }

  /// All keys that link it to other payloads of the same customer.
  var ties: [String] {
    [
      chain.map { "chain " + $0 }, keys.appAccountToken.map { "token " + $0 },
      keys.appTransactionId.map { "account " + $0 },
    ].compactMap { $0 }
  }
}

/// The records about subscriptions in some documents of the App Store Server API, in their order.
struct ServerRecords: Sendable {
  /// A page of a transaction history.
  struct Page: Sendable {
    let hasMore: Bool
    /// The revision that the request for the next page must contain.
    let revision: String?
    let offset: Int
    /// The offset in the input of the document that it was in.
    let document: Int
  }

  /// The range in the input from the first document to the last one.
  var range: Range<Int>
  /// Why a document cannot be read; nil if all can.
  var fault: ServerFault?
  var payloads: [ServerPayload] = []
  var pages: [Page] = []
  var text: ContiguousArray<UInt8> = []

  /// Adds the records of later documents.
  mutating func append(_ others: ServerRecords) {
    range = range.lowerBound..<others.range.upperBound
    fault = fault ?? others.fault
    for var payload in others.payloads {
      payload.text = payload.text.lowerBound + text.count..<payload.text.upperBound + text.count
      payload.page = payload.page.map { $0 + pages.count }
      payloads.append(payload)
    }
    pages += others.pages
    text += others.text
  }
}

/// What is wrong with a document of the App Store Server API, and where.
struct ServerFault: Error {
  let message: String
  /// The offset in the input.
  let offset: Int
  /// The offset of the document.
  let document: Int

  /// Returns the fault with its line and column; `lines` has counted up to an earlier one.
  func error(in bytes: RawSpan, _ lines: inout LineCounter) -> FormatError {
    let start = bytes.startOfLine(before: document)
    let known = (start, lines.count(before: start, in: bytes))
    return FormatError(message, at: offset, in: bytes, ofValueAt: document, afterLines: known)
  }

  func error(in bytes: RawSpan) -> FormatError {
    var lines = LineCounter()
    return error(in: bytes, &lines)
  }
}

extension ServerFault {
  /// Creates a fault of a whole payload.
  init(_ message: String, at payload: ServerPayload) {
    self.init(message: message, offset: payload.offset, document: payload.document)
  }
}

/// Counts the line feeds before offsets, which are mostly ascending.
struct LineCounter: Sendable {
  private var known = (offset: 0, count: 0)

  mutating func count(before offset: Int, in bytes: RawSpan) -> Int {
    let (end, count) = known
    known = (
      offset,
      offset < end
        ? count - bytes.extracting(offset..<end).lineFeedCount
        : count + bytes.extracting(end..<offset).lineFeedCount
    )
    return known.count
  }
}

/// A customer of the App Store Server API, whose history the payloads are.
struct ServerCustomer: Sendable {
  let id: String
  /// The identifiers of the customer's chains.
  let chains: [String]
  /// The transactions, and behind them the renewal information of each chain that has some.
  let payloads: [ServerPayload]
  /// The text of the records, which contains that of the payloads.
  let text: ContiguousArray<UInt8>
  let gaps: HistoryGaps

  /// Whether each renewal information has to say which chain it describes (F3).
  var renewalsAreList: Bool { chains.count > 1 && payloads.last?.isRenewal == true }

  /// The offset in the input of the first document with the customer.
  var start: Int { payloads.map { $0.document }.min() ?? 0 }

  /// Returns all values of the history, which a reader of records accepted, each transaction once
  /// (P1).
  func values() throws(JSONError) -> CustomerHistory {
    var history = CustomerHistory(customerId: id, transactions: [], gaps: gaps)
    var seen: Set<Transaction> = []
    for payload in payloads {
      var scanner = JSONScanner(text.rawBytes, at: payload.text.lowerBound)
      if payload.isRenewal {
        history.renewalInfo.append(try RenewalInfo(reading: &scanner))
        continue
      }
      guard var transaction = try Transaction(reading: &scanner) else { continue }
      transaction.storefront = payload.keys.storefront ?? transaction.storefront
      if transaction.transactionId == nil || seen.insert(transaction).inserted {
        history.transactions.append(transaction)
      }
    }
    history.renewalInfoIsList = renewalsAreList
    return history
  }

  /// Converts an error in the text of the payloads to a fault at the location in the input.
  func fault(_ error: JSONError) -> ServerFault {
    let message = error.description
    let found = payloads.first { $0.text.contains(error.offset) } ?? payloads.first
    guard let payload = found else { return ServerFault(message: message, offset: 0, document: 0) }
    let offset = error.offset - payload.text.lowerBound
    if payload.isSigned {
      let place = FormatError(message, at: offset, in: text.rawBytes.extracting(payload.text))
      return ServerFault("in the payload of the JWS: " + place.messageWithPath, at: payload)
    }
    return ServerFault(
      message: message,
      offset: payload.offset + offset,
      document: payload.document
    )
  }
}
