import CalendarTime
import WinBack

/// Writes results as CSV; the texts of offers, rules and groups are prepared once.
struct CSVResultLines: Sendable {
  private let format: ResultFormat
  private let offerIds: [ContiguousArray<UInt8>]
  /// The fields of an offer and its verdict, by offer and verdict.
  private let verdicts: [VerdictTexts]
  private let ruleIds: [ContiguousArray<UInt8>]
  private let screens: ScreenTexts?
  private let groups: [ContiguousArray<UInt8>]
  private var csv: CSVWriter

  init(_ engine: EligibilityEngine, _ merchandiser: Merchandiser?, _ format: ResultFormat) {
    self.format = format
    let empty = CSVWriter(escapesFormulas: format.escapesFormulas)
    csv = empty
    func fields(_ texts: String...) -> ContiguousArray<UInt8> {
      var csv = empty
      for text in texts { csv.field(text) }
      return csv.bytes
    }
    screens = merchandiser.map { ScreenTexts($0, isJSON: false) }
    offerIds = engine.offerIds.map { ContiguousArray($0.utf8) }
    ruleIds = engine.rules.ids.map { fields($0) }
    verdicts = engine.offerIds.map { id in VerdictTexts { fields(id, $0.rawValue) } }
    let symbols = engine.index.symbols
    groups = (0..<symbols.count).map { fields(symbols.text(of: Symbol(index: Int32($0)))) }
  }

  var bytes: ContiguousArray<UInt8> { csv.bytes }

  var header: String {
    let timeline = "customerId,subscriptionGroupIdentifier"
    return format.layout == .long
      ? "\(timeline),offerId,verdict,failedRule,eligibleFrom,eligibleThrough\n"
      : "\(timeline),eligibleWinBackOfferIDs\(format.until == nil ? "" : ",eligibleThrough")"
        + (format.showsScreens ? ",show,shownProductId,shownOfferId" : "")
        + (format.showsUndetermined ? ",undeterminedWinBackOfferIDs\n" : "\n")
  }

  mutating func removeAll() { csv.removeAll() }

  mutating func append(
    _ history: borrowing HistoryRecord,
    _ group: Symbol?,
    _ symbols: borrowing SymbolTable,
    _ results: borrowing BatchResults,
    _ shown: MerchandisingBatch.Shown?,
    _ outlooks: OfferOutlooks?
  ) {
    appendTimeline(history, group, symbols)
    append(results.eligible)
    if let until = format.until {
      csv.beginList()
      var isFirst = true
      for offer in outlooks?.offers ?? [] where offer.verdict == .eligible {
        let end = offer.eligibleThrough.flatMap { $0 <= until ? $0.description : nil } ?? ""
        csv.append(part: ContiguousArray(end.utf8), isFirst: isFirst)
        isFirst = false
      }
      csv.endList()
    }
    if let screens {
      for field in screens.fields(of: shown) { csv.field(field) }
    }
    if format.showsUndetermined { append(results.undetermined) }
    csv.endRow()
  }

  /// Writes offers in one field.
  private mutating func append(_ offers: ContiguousArray<Int>) {
    csv.beginList()
    for (position, offer) in offers.enumerated() {
      csv.append(part: offerIds[offer], isFirst: position == 0)
    }
    csv.endList()
  }

  /// Writes a row for each offer, or one row without an offer if there are none; returns the count.
  mutating func appendRows(
    _ history: borrowing HistoryRecord,
    _ group: Symbol?,
    _ symbols: borrowing SymbolTable,
    _ outlooks: OfferOutlooks?
  ) -> Int {
    guard let outlooks, !outlooks.offers.isEmpty else {
      // The selected offers are in another group.
      guard format.offers == nil else { return 0 }
      appendTimeline(history, group, symbols)
      for _ in 0..<5 { csv.field("") }
      csv.endRow()
      return 1
    }
    var count = 0
    var timeline: ContiguousArray<UInt8> = []
    for offer in outlooks.offers
    where (!format.onlyEligible || offer.verdict == .eligible)
      && format.asks(forOfferAt: offer.index)
    {
      if count == 0 {
        let start = csv.bytes.count
        appendTimeline(history, group, symbols)
        timeline = ContiguousArray(csv.bytes[start...])
      } else {
        csv.fields(timeline)
      }
      csv.fields(verdicts[offer.index][offer.verdict])
      csv.fields(outlooks.failedRules(of: offer).first.map { ruleIds[$0] } ?? [])
      csv.field(offer.window?.from)
      csv.field(offer.window?.through)
      csv.endRow()
      count += 1
    }
    return count
  }

  private mutating func appendTimeline(
    _ history: borrowing HistoryRecord,
    _ group: Symbol?,
    _ symbols: borrowing SymbolTable
  ) {
    if let pseudonym = format.pseudonym(of: history) {
      csv.field(utf8: pseudonym, in: pseudonym.indices)
    } else {
      csv.field(utf8: history.text, in: history.customerId.indices)
    }
    if let group, Int(group.index) < groups.count {
      csv.fields(groups[Int(group.index)])
    } else {
      csv.field(group.map(symbols.text(of:)) ?? "")
    }
  }
}
