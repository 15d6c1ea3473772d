// What each format looks like. A row is a sign that no other format shows; a format may have several
// rows. An input that shows the signs of no format, or of more than one, is an error that names them.

extension HistoryFormat {
  /// The signs of formats of histories.
  static let signatures: [FormatSignature<HistoryFormat>] = [
    FormatSignature(.native, .keys(["customerId"])),
    FormatSignature(.native, .keys(["transactions"])),
    FormatSignature(.appStoreServer, .signedPayload),
    FormatSignature(.appStoreServer, .keys(["signedTransactions"])),
    FormatSignature(.appStoreServer, .keys(["signedTransactionsDecoded"])),
    FormatSignature(.appStoreServer, .keys(["signedTransactionInfo"])),
    FormatSignature(.appStoreServer, .keys(["signedTransactionInfoDecoded"])),
    FormatSignature(.appStoreServer, .keys(["signedRenewalInfo"])),
    FormatSignature(.appStoreServer, .keys(["signedRenewalInfoDecoded"])),
    FormatSignature(.appStoreServer, .keys(["signedPayload"])),
    FormatSignature(.appStoreServer, .keys(["signedPayloadDecoded"])),
    FormatSignature(.appStoreServer, .keys(["notificationType"])),
    FormatSignature(.appStoreServer, .keys(["notificationHistory"])),
    FormatSignature(.appStoreServer, .keys(["data[].lastTransactions"])),
    FormatSignature(.appStoreServer, .keys(["transactionId", "productId"])),
    FormatSignature(.appStoreServer, .keys(["[].transactionId", "[].productId"])),
    FormatSignature(.appStoreServer, .keys(["originalTransactionId", "autoRenewStatus"])),
    FormatSignature(.appStoreServer, .keys(["[].signedPayload"])),
    FormatSignature(.appStoreServer, .keys(["[].signedTransactions"])),
    FormatSignature(.revenueCat, .columns(["rc_original_app_user_id", "store_transaction_id"])),
    FormatSignature(.revenueCatEvents, .keys(["api_version", "event.type"])),
    FormatSignature(.adapty, .columns(["profile_id", "event_type", "event_datetime"])),
    FormatSignature(.adapty, .keys(["profile_id", "event_type", "event_datetime"])),
    FormatSignature(.subscriberReport, .columns(["Subscriber ID", "Subscriber ID Reset"])),
    FormatSignature(.stripe, .columns(["Customer ID", "Current Period End (UTC)"])),
  ]

  /// Finds out the format of histories from what they look like.
  ///
  /// - Parameter bytes: The input, or its beginning with at least the first value or line.
  /// - Throws: ``FormatError`` where the format is not clear.
  package init(detecting bytes: RawSpan) throws(FormatError) {
    let evidence = FormatEvidence(of: bytes)
    let format = try evidence.format(
      among: Self.signatures,
      kind: "histories",
      unless: (CatalogFormat.signatures, "a catalog")
    )
    // What shows nothing at all is broken: the native reader tells where.
    self = format ?? .native
  }
}

extension HistoryFormat {
  /// Finds out the format of an input of many histories, some of which may be broken.
  ///
  /// - Parameters:
  ///   - head: The beginning of the input.
  ///   - format: The format that the user gives; nil to find it out.
  /// - Throws: ``FormatError`` where no line shows what the input is.
  package init(detectingMany head: RawSpan, orGiven format: HistoryFormat?) throws(FormatError) {
    if let format {
      self = format
      return
    }
    if let stranger = FormatEvidence.stranger(in: head) { throw stranger }
    let fault: FormatError?
    do throws(FormatError) {
      let format = try HistoryFormat(detecting: head)
      guard format == .native, !FormatEvidence(of: head).showsAnything else {
        self = format
        return
      }
      fault = nil
    } catch {
      fault = error
    }
    // A broken line does not say what the others are.
    var start = 0
    while start < head.byteCount {
      let end = head.endOfLine(from: start)
      let line = head.extracting(start..<end)
      if line.startsObject, let format = try? HistoryFormat(detecting: line),
        FormatEvidence(of: line).showsAnything || fault == nil
      {
        self = format
        return
      }
      start = end &+ 1
    }
    if let fault { throw fault }
    guard !FormatEvidence(of: head).isOtherText else { throw FormatEvidence.unknownText }
    self = .native
  }
}

extension RawSpan {
  /// Whether the first byte that is no whitespace opens an object.
  fileprivate var startsObject: Bool {
    let text = JSONText(self)
    return text.byte(at: text.endOfWhitespace(from: text.start)) == UInt8(ascii: "{")
  }
}

extension CatalogFormat {
  /// The signs of formats of catalogs.
  static let signatures: [FormatSignature<CatalogFormat>] = [
    FormatSignature(.native, .keys(["subscriptionGroups"])),
    FormatSignature(.appStoreConnect, .keys(["data[].attributes"])),
    FormatSignature(.appStoreConnect, .keys(["data.attributes"])),
    FormatSignature(.appStoreConnect, .keys(["data[].relationships"])),
    FormatSignature(.appStoreConnect, .keys(["data[].offerId"])),
    FormatSignature(.appStoreConnect, .keys(["data", "links"])),
  ]

  /// Finds out the format of a catalog from what it looks like.
  ///
  /// - Parameter bytes: The input.
  /// - Throws: ``FormatError`` where the format is not clear.
  package init(detecting bytes: RawSpan) throws(FormatError) {
    let evidence = FormatEvidence(of: bytes)
    guard !["subscriptionGroups", "version.major"].allSatisfy(evidence.keys.contains) else {
      throw FormatError(
        message: "expected a catalog, found a StoreKit configuration, which has no criteria of "
          + "eligibility",
        offset: 0,
        line: 1,
        column: 1
      )
    }
    let format = try evidence.format(
      among: Self.signatures,
      kind: "a catalog",
      unless: (HistoryFormat.signatures, "histories")
    )
    self = format ?? .native
  }

  /// Returns whether an input shows more of a catalog than of histories.
  ///
  /// - Parameter bytes: The input.
  /// - Returns: Whether it is a catalog; what shows nothing is not.
  /// - Throws: ``FormatError`` where it shows something, but neither.
  package static func isLikelier(for bytes: RawSpan) throws(FormatError) -> Bool {
    let evidence = FormatEvidence(of: bytes)
    if signatures.contains(where: { $0.matches(evidence) }) { return true }
    if HistoryFormat.signatures.contains(where: { $0.matches(evidence) }) { return false }
    if signatures.contains(where: { $0.nearlyMatches(evidence) }) { return true }
    _ = try HistoryFormat(detecting: bytes)
    return false
  }
}
