import WinBack

/// A customer of the App Store Server API, as text of the native format.
struct ServerCustomer: Sendable {
  let id: String

  /// The identifiers of the customer's chains.
  let chains: [String]

  /// The history.
  private(set) var text: ContiguousArray<UInt8> = []

  /// The payloads, and the offsets in the text at which they start.
  private var payloads: [(start: Int, payload: ServerPayload)] = []

  init(id: String, chains: [String]) {
    self.id = id
    self.chains = chains
  }

  /// Returns the offset in the input of the first document with the customer.
  func start(in records: ServerRecords) -> Int {
    payloads.map { records.documents[$0.payload.document] }.min() ?? 0
  }

  mutating func write(_ bytes: some Sequence<UInt8>) { text.append(contentsOf: bytes) }

  mutating func write(_ text: String) { write(text.utf8) }

  mutating func write(_ payloads: [ServerPayload], of records: ServerRecords) {
    for (index, payload) in payloads.enumerated() {
      if index > 0 { write(",") }
      self.payloads.append((text.count, payload))
      text.append(contentsOf: records.text.rawBytes, in: payload.text)
      guard let storefront = payload.keys.storefront else { continue }
      text.removeLast()
      write(",\"storefront\":\"\(storefront.code)\"}")
    }
  }

  /// Converts an error in the text to a fault at the location in the input.
  func fault(_ error: JSONError, in records: ServerRecords) -> ServerFault {
    guard let (start, payload) = payloads.last(where: { $0.start <= error.offset }) else {
      return ServerFault(message: error.description, offset: 0, document: 0)
    }
    let document = records.documents[payload.document]
    let offset = error.offset - start
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
