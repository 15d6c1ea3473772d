/// Reads documents of the App Store Server API: responses, notifications and their parts.
///
/// The command `asc` writes the decoded form beside a JWS, under the same key with `Decoded`. If
/// that is present, it is read. A JWS is decoded, but its signature is not checked: that needs
/// cryptography and Apple's certificates, which Apple's own server library has.
struct ServerDocumentReader: Sendable {
  private enum Role { case transaction, renewal, notification }

  private let keys = JSONKeyTable<Key>()
  private var records = ServerRecords(range: 0..<0)
  /// The environment in the response or notification around a payload.
  private var environment: String?
  /// The offset of the outermost JWS that is being read; messages refer to it.
  private var signed: Int?
  private var page: Int?
  /// Whether the page that is being read can be the response to a request for refunds.
  private var isRefunds = false
  /// The kind of document around the payloads.
  private var origin = ServerPayload.Origin.bare

  /// Reads a document: an object, a JWS, or an array of objects and JWS.
  ///
  /// - Returns: Its records; only the fault if it cannot be read.
  mutating func read(_ document: ServerDocuments.Document, of bytes: RawSpan) -> ServerRecords {
    let start = document.range.lowerBound
    records = ServerRecords(range: document.range)
    signed = nil
    do throws(JSONError) {
      if let fault = document.fault { throw fault }
      try read(at: start, in: bytes, isElement: false)
    } catch {
      let fault = ServerFault(message: error.description, offset: error.offset, document: start)
      records = ServerRecords(range: document.range, fault: fault)
    }
    return records
  }

  private mutating func read(at start: Int, in bytes: RawSpan, isElement: Bool) throws(JSONError) {
    environment = nil
    page = nil
    origin = .bare
    switch bytes.byte(at: start) {
    case UInt8(ascii: "{"): try readResponse(at: start, in: bytes)
    case UInt8(ascii: "[") where !isElement:
      try forEachElement(at: start, in: bytes) { reader, element, kind throws(JSONError) in
        guard kind == .object || kind == .string else {
          throw JSONError("expected an object or a JWS, found \(kind)", at: element)
        }
        try reader.read(at: element, in: bytes, isElement: true)
      }
    default: try read(nil, signedAt: start, in: bytes)
    }
  }

  private mutating func forEachElement(
    at start: Int,
    in bytes: RawSpan,
    _ body: (inout Self, Int, JSONKind) throws(JSONError) -> Void
  ) throws(JSONError) {
    var scanner = JSONScanner(bytes, at: start)
    try scanner.beginArray()
    while try scanner.nextElement() {
      let kind = try scanner.peek()
      let element = try scanner.skipValue().lowerBound
      try body(&self, element, kind)
    }
  }

  private mutating func readResponse(at start: Int, in bytes: RawSpan) throws(JSONError) {
    let object = try Members(at: start, in: bytes, keys)
    environment = try text(object[.environment], in: bytes)
    // The payload of a JWS is also accepted outside of a JWS, whatever other keys it has.
    if let role = role(of: object) { return try read(role, object, in: bytes) }
    if object.have([.signedTransactions, .signedTransactionsDecoded]) {
      try readPage(object, in: bytes)
    } else if let history = object[.notificationHistory] {
      try beginPage(.notifications, object, .paginationToken, in: bytes)
      try forEachElement(at: history, in: bytes) { reader, element, _ throws(JSONError) in
        let object = try Members(at: element, in: bytes, reader.keys)
        try reader.read(.notification, object, .signedPayload, .signedPayloadDecoded, in: bytes)
      }
    } else if object.have([.signedPayload, .signedPayloadDecoded]) {
      try read(.notification, object, .signedPayload, .signedPayloadDecoded, in: bytes)
    } else if let data = object[.data], bytes.byte(at: data) == UInt8(ascii: "[") {
      try readStatuses(at: data, in: bytes)
    } else if object.have([
      .signedTransactionInfo, .signedRenewalInfo, .signedTransactionInfoDecoded,
      .signedRenewalInfoDecoded,
    ]) {
      origin = .single
      try readInfos(object, in: bytes)
    } else {
      throw unknown(object, in: bytes)
    }
  }

  private func unknown(_ object: Members, in bytes: RawSpan) -> JSONError {
    if object[.requestIdentifier] != nil, object.have([.originalTransactionId]) {
      let text = try? text(object[.originalTransactionId], in: bytes)
      return JSONError(
        "expected purchases, found the request of Apple for a retention message, which has none; "
          + "'GET /inApps/v2/history/\((text ?? "{transactionId}").shownInMessage)' has them",
        at: object.start
      )
    }
    let known = Key.ofDocuments.map { $0.rawValue }
    return JSONError.unknownServerObject(at: object.start, in: bytes, among: known)
  }

  private mutating func beginPage(
    _ kind: ServerRecords.Page.Kind,
    _ object: Members,
    _ token: Key,
    in bytes: RawSpan
  ) throws(JSONError) {
    var hasMore = false
    if let value = object[.hasMore] {
      var scanner = JSONScanner(bytes, at: value)
      hasMore = try scanner.readBool()
    }
    page = records.pages.count
    records.pages.append(
      .init(
        kind: kind,
        hasMore: hasMore,
        token: try text(object[token], in: bytes),
        environment: environment,
        offset: signed ?? object.start,
        document: records.range.lowerBound
      )
    )
  }

  /// Reads `HistoryResponse` and the other responses that list transactions.
  private mutating func readPage(_ object: Members, in bytes: RawSpan) throws(JSONError) {
    let isOrder =
      object[.status] != nil
      && [Key.hasMore, .revision, .environment].allSatisfy { object[$0] == nil }
    origin = isOrder ? .single : .page
    try beginPage(isOrder ? .order : .history, object, .revision, in: bytes)
    let (first, firstOther) = (records.payloads.count, records.others.count)
    isRefunds = object[.environment] == nil
    let signed = try elements(at: object[.signedTransactions], in: bytes)
    let decoded = try elements(at: object[.signedTransactionsDecoded], in: bytes)
    if let signed, let decoded, signed.count != decoded.count {
      throw JSONError(
        "expected 'signedTransactionsDecoded' to have as many elements as 'signedTransactions', "
          + "found \(decoded.count.grouped) and \(signed.count.grouped)",
        at: object.start
      )
    }
    for index in (signed ?? decoded ?? []).indices {
      try read(.transaction, signedAt: signed?[index], decodedAt: decoded?[index], in: bytes)
    }
    // F13g: `RefundHistoryResponse` has no environment, and refunded transactions only.
    guard isRefunds, records.payloads.count + records.others.count > first + firstOther else {
      return
    }
    for index in records.payloads.indices[first...] { records.payloads[index].origin = .single }
    records.others.removeSubrange(firstOther...)
    if let page { records.pages[page].kind = .order }
  }

  /// Returns the offsets of the elements of an array; nil for null elements.
  private mutating func elements(at start: Int?, in bytes: RawSpan) throws(JSONError) -> [Int?]? {
    guard let start else { return nil }
    var elements: [Int?] = []
    try forEachElement(at: start, in: bytes) { _, element, kind throws(JSONError) in
      elements.append(kind == .null ? nil : element)
    }
    return elements
  }

  /// Reads the `data` of `StatusResponse`.
  private mutating func readStatuses(at data: Int, in bytes: RawSpan) throws(JSONError) {
    origin = .statuses
    try forEachElement(at: data, in: bytes) { reader, group, _ throws(JSONError) in
      let object = try Members(at: group, in: bytes, reader.keys)
      guard let statuses = object[.lastTransactions] else {
        throw JSONError("the key 'lastTransactions' is missing", at: object.start)
      }
      try reader.forEachElement(at: statuses, in: bytes) { reader, status, _ throws(JSONError) in
        try reader.readInfos(Members(at: status, in: bytes, reader.keys), in: bytes)
      }
    }
  }

  /// Reads `signedTransactionInfo` and `signedRenewalInfo`, which several responses contain.
  private mutating func readInfos(_ object: Members, in bytes: RawSpan) throws(JSONError) {
    try read(.transaction, object, .signedTransactionInfo, .signedTransactionInfoDecoded, in: bytes)
    try read(.renewal, object, .signedRenewalInfo, .signedRenewalInfoDecoded, in: bytes)
  }

  /// Reads a decoded notification; one that is not about a subscription has no payloads.
  private mutating func readNotification(_ object: Members, in bytes: RawSpan) throws(JSONError) {
    guard object[.requestIdentifier] == nil else { throw unknown(object, in: bytes) }
    guard let data = object[.data] else { return }
    let members = try Members(at: data, in: bytes, keys)
    environment = try text(members[.environment], in: bytes)
    origin = .single
    try readInfos(members, in: bytes)
  }

  private func text(_ start: Int?, in bytes: RawSpan) throws(JSONError) -> String? {
    guard let start else { return nil }
    var scanner = JSONScanner(bytes, at: start)
    return try scanner.readText()
  }
}

// MARK: - Payloads

extension ServerDocumentReader {
  /// Returns which payload of a JWS an object is by its keys; nil if it is none.
  private func role(of object: Members) -> Role? {
    if object[.notificationType] != nil { return .notification }
    if object.have([.transactionId, .purchaseDate]) { return .transaction }
    return object.have(Key.ofRenewals) ? .renewal : nil
  }

  /// Reads a payload; its keys show its role if that is not given.
  private mutating func read(
    _ role: Role?,
    _ object: Members,
    in bytes: RawSpan
  ) throws(JSONError) {
    switch role ?? self.role(of: object) {
    case .transaction?: try readPart(object, isRenewal: false, in: bytes)
    case .renewal?: try readPart(object, isRenewal: true, in: bytes)
    case .notification?: try readNotification(object, in: bytes)
    case nil: throw unknown(object, in: bytes)
    }
  }

  /// Reads a transaction or renewal information.
  private mutating func readPart(
    _ object: Members,
    isRenewal: Bool,
    in bytes: RawSpan
  ) throws(JSONError) {
    let keys = try originKeys(of: object, in: bytes)
    if object[.revocationDate] == nil { isRefunds = false }
    let start = records.text.count
    let isRead = isRenewal || keys.isAutoRenewable
    if isRead { records.text.append(contentsOf: bytes, in: object.start..<object.end) }
    let payload = ServerPayload(
      isRenewal: isRenewal,
      text: start..<records.text.count,
      offset: signed ?? object.start,
      isSigned: signed != nil,
      origin: origin,
      document: records.range.lowerBound,
      page: isRenewal ? nil : page,
      keys: keys
    )
    if let page, isRead || keys.appTransactionId != nil || keys.appAccountToken != nil {
      records.pages[page].isAnonymous = false
    }
    // P1: products of other types do not belong to subscriptions, but tell whose a page is.
    if isRead {
      records.payloads.append(payload)
    } else if origin == .page {
      records.others.append(payload)
    }
  }

  private func originKeys(
    of object: Members,
    in bytes: RawSpan
  ) throws(JSONError) -> ServerPayload.Keys {
    var scanner = JSONScanner(bytes)
    var keys = ServerPayload.Keys()
    keys.environment = environment
    for (index, value) in object.values.enumerated() {
      guard !object.values[..<index].contains(where: { $0.key == value.key }) else {
        throw scanner.repetition(of: value.name)
      }
      guard !value.isNull else { continue }
      scanner.beginElement(at: value.start)
      switch value.key {
      case .transactionId: keys.transactionId = try scanner.readIdentifier()
      case .originalTransactionId: keys.originalTransactionId = try scanner.readIdentifier()
      case .appAccountToken: keys.appAccountToken = try scanner.readIdentifier()
      case .appTransactionId: keys.appTransactionId = try scanner.readIdentifier()
      case .environment: keys.environment = try scanner.readText()
      case .signedDate: keys.signedDate = try scanner.readDate().instant
      case .purchaseDate: keys.purchaseDate = try scanner.readDate().instant
      case .storefrontId: keys.storefront = Storefront(storefrontId: try scanner.readText())
      case .type: keys.isAutoRenewable = try scanner.readText() == Transaction.subscriptionType
      default: continue
      }
    }
    if object[.storefront] != nil { keys.storefront = nil }
    return keys
  }
}

extension JSONScanner {
  /// Reads a text that identifies something; nil if it is empty.
  fileprivate mutating func readIdentifier() throws(JSONError) -> String? {
    let text = try readText()
    return text.isEmpty ? nil : text
  }
}

// MARK: - JWS

extension ServerDocumentReader {
  /// Reads what two keys of an object have: a JWS, and its decoded form.
  private mutating func read(
    _ role: Role,
    _ object: Members,
    _ signedKey: Key,
    _ decodedKey: Key,
    in bytes: RawSpan
  ) throws(JSONError) {
    try read(role, signedAt: object[signedKey], decodedAt: object[decodedKey], in: bytes)
  }

  /// Reads an object from a JWS, or from its decoded form beside it.
  private mutating func read(
    _ role: Role?,
    signedAt jws: Int?,
    decodedAt decoded: Int? = nil,
    in bytes: RawSpan
  ) throws(JSONError) {
    if let decoded { return try read(role, Members(at: decoded, in: bytes, keys), in: bytes) }
    guard let jws else { return }
    let outer = signed
    signed = signed ?? jws
    let payload = try SignedPayload.decode(at: jws, in: bytes)
    do throws(JSONError) {
      let object = try Members(at: 0, in: payload.rawBytes, keys, isWhole: true)
      try read(role, object, in: payload.rawBytes)
    } catch {
      try SignedPayload.check(payload.rawBytes, ofJWSAt: jws)
      let context = "in the payload of the JWS: "
      throw SignedPayload.fault(context, error, in: payload.rawBytes, ofJWSAt: jws)
    }
    signed = outer
  }
}
