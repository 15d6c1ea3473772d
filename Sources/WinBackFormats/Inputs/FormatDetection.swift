extension HistoryFormat {
  /// Detects the format of histories.
  ///
  /// - Parameter bytes: The input, or its start with at least the first value or line.
  /// - Throws: ``FormatError`` if the format is not clear.
  package init(detecting bytes: RawSpan) throws(FormatError) {
    let evidence = FormatEvidence(of: bytes)
    if let stranger = Self.stranger(in: bytes, evidence) { throw stranger }
    try self.init(shownBy: evidence)
  }

  private init(shownBy evidence: FormatEvidence) throws(FormatError) {
    guard !evidence.keys.contains("[].customerId") else {
      throw FormatError.ofArray(expected: "one history, or one on each line", of: "histories")
    }
    let format: HistoryFormat? = try evidence.format(
      "histories",
      unless: CatalogFormat.self,
      "a catalog"
    )
    // An input without any evidence is broken: the native reader reports where.
    self = format ?? .native
  }

  private static let request = "'GET /inApps/v2/history/{transactionId}'"
  private static let wholeHistory = "the App Store Server API has the whole history: \(request)"
  private static let stripe =
    "Stripe; win-back offers are for subscriptions of the App Store: \(request) has them"
  private static let adapty =
    "a profile of Adapty, which lacks purchases; its export of events has them"

  /// Documents about customers that are no histories, by their keys.
  private static let otherServices: [(keys: [String], name: String)] = [
    (["latest_receipt_info"], "a response of verifyReceipt; \(wholeHistory)"),
    (["receipt.in_app"], "a receipt; \(wholeHistory)"),
    (
      ["subscriber.subscriptions"],
      "a customer of RevenueCat, with the last purchase of each product only; its Scheduled Data "
        + "Export has all purchases"
    ),
    (["paid_access_levels"], adapty), (["data.access_levels"], adapty),
    (["object", "current_period_end"], "a subscription of \(stripe)"),
    (["object", "data[].object"], "a list of \(stripe)"),
  ]

  /// Returns the error about a known kind of input that is not histories; nil for all others.
  private static func stranger(in head: RawSpan, _ evidence: FormatEvidence) -> FormatError? {
    let kind = "histories as JSON or as a table of text"
    if let stranger = FormatEvidence.stranger(in: head, expected: kind) { return stranger }
    if evidence.showsStoreKit {
      return FormatError(ofInput: "expected \(kind), found a StoreKit configuration of Xcode")
    }
    if let other = otherServices.first(where: { $0.keys.allSatisfy(evidence.keys.contains) }) {
      return FormatError(ofInput: "expected \(kind), found \(other.name)")
    }
    guard EligibilityReport.isShown(by: head) else { return nil }
    return FormatError(
      ofInput:
        "expected histories of customers, found Apple's Win-back Eligibility report, which counts them; "
        + "only 'winback forecast' reads it"
    )
  }
}

extension HistoryFormat {
  /// Detects the format of an input of many histories, some of which can be broken.
  ///
  /// - Parameters:
  ///   - head: The start of the input.
  ///   - format: The format that the user gives; nil to detect it.
  ///   - other: The format if the input shows none; nil to throw an error or read it as native.
  /// - Throws: ``FormatError`` if no line shows the format.
  package init(
    detectingMany head: RawSpan,
    orGiven format: HistoryFormat?,
    after other: HistoryFormat? = nil
  ) throws(FormatError) {
    let evidence = FormatEvidence(of: head)
    // Of lines in a given format, one that is not a history can be rejected by itself.
    let isLines = format.map { !$0.isTable && head.hasObjectBelow } ?? false
    if !isLines, let stranger = Self.stranger(in: head, evidence) { throw stranger }
    if let format {
      try format.check(evidence)
      self = format
      return
    }
    if let other {
      let shown = evidence.formats(of: HistoryFormat.self)
      self = shown.count == 1 ? shown[0] : other
      return
    }
    let fault: FormatError?
    do throws(FormatError) {
      let format = try HistoryFormat(shownBy: evidence)
      guard format == .native, !evidence.showsAnything else {
        self = format
        return
      }
      fault = nil
    } catch {
      // A line of a catalog can look like a broken history.
      guard evidence.formats(of: CatalogFormat.self).isEmpty else { throw error }
      fault = error
    }
    // A broken line does not show the format of the others.
    let shown = head.firstLine(from: 0) { line -> HistoryFormat? in
      guard line.startsObject, let format = try? HistoryFormat(detecting: line),
        FormatEvidence(of: line).showsAnything || fault == nil
      else { return nil }
      return format
    }
    if let shown {
      self = shown
      return
    }
    if let fault { throw fault }
    guard !evidence.isOtherText else { throw FormatEvidence.unknownText }
    self = .native
  }
}

extension HistoryFormat {
  /// Checks that JSON in another format, or an array, is not read as a table.
  private func check(_ evidence: FormatEvidence) throws(FormatError) {
    guard isTable else { return }
    guard !evidence.keys.contains(where: { $0.hasPrefix("[].") }) else {
      throw FormatError.ofArray(expected: "a table with one row on each line", of: "rows")
    }
    guard mappingText != nil else { return }
    let shown = evidence.formats(of: HistoryFormat.self)
    guard let other = shown.first, shown.allSatisfy({ !$0.isTable }) else { return }
    throw FormatError(
      ofInput: "expected a table in the format '\(rawValue)', found JSON in the format "
        + "'\(other.rawValue)'"
    )
  }
}

extension FormatError {
  fileprivate static func ofArray(expected: String, of elements: String) -> FormatError {
    FormatError(
      ofInput: "expected \(expected), found an array of \(elements); "
        + "'jq -c .[]' writes each on a line"
    )
  }
}

extension FormatEvidence {
  /// Whether the input is a StoreKit configuration of Xcode, which has no criteria.
  var showsStoreKit: Bool {
    ["subscriptionGroups", "version.major"].allSatisfy(keys.contains)
  }
}

extension RawSpan {
  /// Whether a line after the first one begins with an object.
  fileprivate var hasObjectBelow: Bool {
    firstLine(from: endOfLine(from: 0) &+ 1) { $0.startsObject ? true : nil } ?? false
  }

  /// Returns what is found first in the lines from an offset on; nil if no line has it.
  fileprivate func firstLine<Found>(from start: Int, _ find: (RawSpan) -> Found?) -> Found? {
    var start = start
    while start < byteCount {
      let end = endOfLine(from: start)
      if let found = find(extracting(start..<end)) { return found }
      start = end &+ 1
    }
    return nil
  }

  /// Whether the first byte that is not whitespace opens an object.
  fileprivate var startsObject: Bool {
    let text = JSONText(self)
    return text.byte(at: text.endOfWhitespace(from: text.start)) == UInt8(ascii: "{")
  }
}

extension CatalogFormat {
  package init(detecting bytes: RawSpan) throws(FormatError) {
    if let stranger = FormatEvidence.stranger(in: bytes, expected: "a catalog as JSON") {
      throw stranger
    }
    let evidence = FormatEvidence(of: bytes)
    guard !evidence.showsStoreKit else {
      throw FormatError(
        ofInput: "expected a catalog, found a StoreKit configuration, which has no criteria of "
          + "eligibility; 'winback new FOLDER --from FILE' makes a catalog of it"
      )
    }
    let format: CatalogFormat? = try evidence.format(
      "a catalog",
      unless: HistoryFormat.self,
      "histories"
    )
    self = format ?? .native
  }

  /// Returns whether an input is more likely a catalog than histories.
  ///
  /// - Returns: Whether it is a catalog; false if the input has no evidence.
  /// - Throws: ``FormatError`` if there is evidence, but for neither.
  package static func isLikelier(for bytes: RawSpan) throws(FormatError) -> Bool {
    let evidence = FormatEvidence(of: bytes)
    if !evidence.formats(of: CatalogFormat.self).isEmpty { return true }
    if !evidence.formats(of: HistoryFormat.self).isEmpty { return false }
    if allCases.contains(where: { $0.signs.contains { $0.nearlyMatches(evidence) } }) {
      return true
    }
    _ = try HistoryFormat(detecting: bytes)
    return false
  }
}
