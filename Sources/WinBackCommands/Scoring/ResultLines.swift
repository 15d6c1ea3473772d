import CalendarTime
import WinBack
import WinBackFormats

/// Writes lines of results; the texts of offers and groups are made ready once.
struct ResultLines: Sendable {
  private let format: ScoreFormat
  private let start = ContiguousArray("{\"customerId\":".utf8)
  private let undeterminedKey = ContiguousArray(",\"undeterminedWinBackOfferIDs\":[".utf8)
  private let endOfOffers = ContiguousArray("]".utf8)
  private let end = ContiguousArray("}".utf8)
  private let offerIds: [ContiguousArray<UInt8>]
  /// What is written of what customers are shown.
  private let screens: ScreenTexts?
  private let symbols: SymbolTable
  /// The texts of groups, in JSON with what is around them.
  private let groups: [ContiguousArray<UInt8>]
  /// The same up to the end of an object that lists no offers, as most do; empty but for JSON.
  private let groupsWithoutOffers: [ContiguousArray<UInt8>]
  private var json = JSONWriter()
  private var csv: CSVWriter

  init(_ engine: EligibilityEngine, _ merchandiser: Merchandiser?, _ format: ScoreFormat) {
    self.format = format
    csv = CSVWriter(escapesFormulas: format.escapesFormulas)
    symbols = engine.index.symbols
    let isJSON = format.layout == .json
    screens = merchandiser.map { ScreenTexts($0, isJSON: isJSON) }
    offerIds = engine.offerIds.map { isJSON ? Self.quoted($0) : ContiguousArray($0.utf8) }
    groups = (0..<symbols.count).map { index in
      let text = engine.index.symbols.text(of: Symbol(index: Int32(index)))
      return isJSON ? Self.members(around: text) : ContiguousArray(text.utf8)
    }
    let endOfObject = endOfOffers + end
    groupsWithoutOffers = isJSON ? groups.map { $0 + endOfObject } : []
  }

  /// The lines so far.
  var bytes: ContiguousArray<UInt8> {
    format.layout == .json ? json.bytes : csv.bytes
  }

  /// Empties the buffer and keeps its memory.
  mutating func removeAll() {
    json.removeAll()
    csv.removeAll()
  }

  /// The first line of CSV; nothing in JSON.
  var header: String {
    let timeline = "customerId,subscriptionGroupIdentifier"
    return switch format.layout {
    case .json: ""
    case .csv:
      "\(timeline),eligibleWinBackOfferIDs\(format.until == nil ? "" : ",eligibleThrough")"
        + (format.showsScreens ? ",show,shownProductId,shownOfferId\n" : "\n")
    case .long:
      "\(timeline),offerId,verdict,failedRule,eligibleFrom,eligibleThrough\n"
    }
  }

  /// Writes the line of a customer's group, or a row for each of its offers.
  ///
  /// - Parameters:
  ///   - history: The history.
  ///   - group: The group; nil if the customer has none.
  ///   - symbols: The symbols of the history.
  ///   - eligible: The places of the offers that the customer is eligible for, best first.
  ///   - undetermined: The places of those that cannot be decided.
  ///   - shown: What the customer is shown, where the format asks for it.
  ///   - outlooks: What is known of the offers' future, where the format asks for it.
  /// - Returns: The number of lines.
  mutating func append(
    _ history: borrowing HistoryRecord,
    group: Symbol?,
    _ symbols: borrowing SymbolTable,
    _ eligible: ContiguousArray<Int>,
    _ undetermined: ContiguousArray<Int>,
    _ shown: MerchandisingBatch.Shown?,
    _ outlooks: [OfferOutlook]
  ) -> Int {
    switch format.layout {
    case .json: appendJSON(history, group, symbols, eligible, undetermined, shown, outlooks)
    case .csv: appendCSV(history, group, symbols, eligible, undetermined, shown, outlooks)
    case .long: return appendRows(history, group, symbols, outlooks)
    }
    return 1
  }

  /// Returns what stands for the customer; nil if nothing does.
  private func pseudonym(of history: borrowing HistoryRecord) -> ContiguousArray<UInt8>? {
    guard let pseudonyms = format.pseudonyms else { return nil }
    return pseudonyms.pseudonym(of: history.text[history.customerId.indices])
  }

  // MARK: - JSON

  private mutating func appendJSON(
    _ history: borrowing HistoryRecord,
    _ group: Symbol?,
    _ symbols: borrowing SymbolTable,
    _ eligible: ContiguousArray<Int>,
    _ undetermined: ContiguousArray<Int>,
    _ shown: MerchandisingBatch.Shown?,
    _ outlooks: [OfferOutlook]
  ) {
    json.text(start, isBeforeValue: true)
    if let pseudonym = pseudonym(of: history) {
      json.string(utf8: pseudonym, in: pseudonym.indices)
    } else {
      json.string(utf8: history.text, in: history.customerId.indices)
    }
    if let group, Int(group.index) < groups.count {
      if format.isPlain, eligible.isEmpty, undetermined.isEmpty {
        json.text(groupsWithoutOffers[Int(group.index)])
        return json.endLine()
      }
      json.text(groups[Int(group.index)], isBeforeValue: true)
    } else {
      json.text(Self.members(around: group.map(symbols.text(of:)) ?? ""), isBeforeValue: true)
    }
    for offer in eligible { json.value(offerIds[offer]) }
    json.text(endOfOffers)
    if !undetermined.isEmpty {
      json.text(undeterminedKey, isBeforeValue: true)
      for offer in undetermined { json.value(offerIds[offer]) }
      json.text(endOfOffers)
    }
    if let until = format.until { appendEnds(of: eligible, until, outlooks) }
    if let screens, let shown {
      json.key(quoted: screens.key)
      json.value(screens.text(of: shown))
    }
    if format.showsDetails { appendDetails(outlooks) }
    json.text(end)
    json.endLine()
  }

  private mutating func appendEnds(
    of eligible: ContiguousArray<Int>,
    _ until: Instant,
    _ outlooks: [OfferOutlook]
  ) {
    json.array("eligibleThrough") { json in
      for outlook in outlooks where eligible.contains(outlook.index) {
        if let end = outlook.eligibleThrough, end <= until {
          json.string(end.iso8601)
        } else {
          json.null()
        }
      }
    }
  }

  private mutating func appendDetails(_ outlooks: [OfferOutlook]) {
    json.objects("offers", outlooks) { json, outlook in
      json.key("offerId")
      json.value(offerIds[outlook.index])
      json.member("verdict", outlook.verdict.rawValue)
      json.member("failedRules", outlook.evaluation.failedRules)
      json.member("changesAt", orNull: outlook.changesAt)
    }
  }

  /// Returns the member with a group, and the start of the member with the offers.
  private static func members(around group: String) -> ContiguousArray<UInt8> {
    ContiguousArray(",\"subscriptionGroupIdentifier\":".utf8) + quoted(group)
      + ContiguousArray(",\"eligibleWinBackOfferIDs\":[".utf8)
  }

  private static func quoted(_ text: String) -> ContiguousArray<UInt8> {
    var writer = JSONWriter()
    writer.string(text)
    return writer.bytes
  }

  // MARK: - CSV

  /// Writes the fields of a customer and a group.
  private mutating func appendTimeline(
    _ history: borrowing HistoryRecord,
    _ group: Symbol?,
    _ symbols: borrowing SymbolTable
  ) {
    if let pseudonym = pseudonym(of: history) {
      csv.field(utf8: pseudonym, in: pseudonym.indices)
    } else {
      csv.field(utf8: history.text, in: history.customerId.indices)
    }
    if let group, Int(group.index) < groups.count {
      let text = groups[Int(group.index)]
      csv.field(utf8: text, in: text.indices)
    } else {
      csv.field(group.map(symbols.text(of:)) ?? "")
    }
  }

  /// Writes a row for each offer, or one without an offer if there are none, and returns how many.
  private mutating func appendRows(
    _ history: borrowing HistoryRecord,
    _ group: Symbol?,
    _ symbols: borrowing SymbolTable,
    _ outlooks: [OfferOutlook]
  ) -> Int {
    var count = 0
    for outlook in outlooks {
      let verdict = outlook.verdict
      if format.onlyEligible, verdict != .eligible { continue }
      let window = outlook.window
      let offerId = offerIds[outlook.index]
      appendTimeline(history, group, symbols)
      csv.field(utf8: offerId, in: offerId.indices)
      csv.field(verdict.rawValue)
      csv.field(outlook.firstFailedRule ?? "")
      csv.field(window?.from.iso8601 ?? "")
      csv.field(window?.through?.iso8601 ?? "")
      csv.endRow()
      count += 1
    }
    guard outlooks.isEmpty else { return count }
    appendTimeline(history, group, symbols)
    for _ in 0..<5 { csv.field("") }
    csv.endRow()
    return 1
  }

  private mutating func appendCSV(
    _ history: borrowing HistoryRecord,
    _ group: Symbol?,
    _ symbols: borrowing SymbolTable,
    _ eligible: ContiguousArray<Int>,
    _ undetermined: ContiguousArray<Int>,
    _ shown: MerchandisingBatch.Shown?,
    _ outlooks: [OfferOutlook]
  ) {
    appendTimeline(history, group, symbols)
    csv.beginList()
    for (position, offer) in eligible.enumerated() {
      csv.append(part: offerIds[offer], isFirst: position == 0)
    }
    csv.endList()
    if let until = format.until {
      csv.beginList()
      var isFirst = true
      for outlook in outlooks where eligible.contains(outlook.index) {
        let end = outlook.eligibleThrough.flatMap { $0 <= until ? $0.description : nil } ?? ""
        csv.append(part: ContiguousArray(end.utf8), isFirst: isFirst)
        isFirst = false
      }
      csv.endList()
    }
    if let screens {
      for field in screens.fields(of: shown) { csv.field(field) }
    }
    csv.endRow()
  }
}
