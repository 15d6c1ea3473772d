import CalendarTime
import WinBack

extension ResultLines {
  /// The first line of CSV; empty in JSON.
  package var header: String {
    guard format.layout != .json else { return "" }
    let timeline = "customerId,subscriptionGroupIdentifier"
    return format.layout == .long
      ? "\(timeline),offerId,verdict,failedRule,eligibleFrom,eligibleThrough\n"
      : "\(timeline),\(kind.eligibleMember)\(format.until == nil ? "" : ",eligibleThrough")"
        + (format.showsScreens ? ",show,shownProductId,shownOfferId" : "")
        + (format.showsUndetermined ? ",\(kind.undeterminedMember)\n" : "\n")
  }

  /// Writes the line of a customer's group as a row of CSV.
  mutating func appendRow(
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
    for offer in outlooks.offers where format.asks(forOfferAt: offer.index) {
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
    csv.field(utf8: history.text, in: history.customerId.indices)
    if let group, Int(group.index) < groups.count {
      csv.fields(groups[Int(group.index)])
    } else {
      csv.field(group.map(symbols.text(of:)) ?? "")
    }
  }
}

extension CSVWriter {
  /// Returns fields with the quotes that they need, and what separates them.
  func text(of fields: String...) -> ContiguousArray<UInt8> {
    var csv = self
    csv.removeAll()
    for field in fields { csv.field(field) }
    return csv.bytes
  }
}
