import WinBack

/// A customer of the App Store Server API, whose history the payloads are.
struct ServerCustomer: Sendable {
  let id: String
  /// The identifiers of the customer's chains.
  let chains: [String]
  /// The transactions, and behind them the renewal information of each chain that has some.
  let payloads: [ServerPayload]
  let gaps: HistoryGaps

  /// Whether each renewal information has to say which chain it describes (F3).
  var renewalsAreList: Bool { chains.count > 1 && payloads.last?.isRenewal == true }

  /// Returns the offset in the input of the first document with the customer.
  func start(in records: ServerRecords) -> Int {
    payloads.map { records.documents[$0.document] }.min() ?? 0
  }

  /// Returns all values of the history, which a reader of records accepted, each transaction once
  /// (P1).
  func values(in records: ServerRecords) throws(JSONError) -> CustomerHistory {
    var history = CustomerHistory(customerId: id, transactions: [], gaps: gaps)
    var seen: Set<Transaction> = []
    for payload in payloads {
      var scanner = JSONScanner(records.text.rawBytes, at: payload.text.lowerBound)
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
  func fault(_ error: JSONError, in records: ServerRecords) -> ServerFault {
    let found = payloads.first { $0.text.contains(error.offset) } ?? payloads.first
    guard let payload = found else {
      return ServerFault(message: error.description, offset: 0, document: 0)
    }
    let document = records.documents[payload.document]
    let offset = error.offset - payload.text.lowerBound
    guard payload.isSigned else {
      return ServerFault(
        message: error.description,
        offset: payload.offset + offset,
        document: document
      )
    }
    let place = FormatError(
      error.description,
      at: offset,
      in: records.text.rawBytes.extracting(payload.text)
    )
    return ServerFault(
      message: "in the payload of the JWS: " + place.messageWithPath,
      offset: payload.offset,
      document: document
    )
  }
}
