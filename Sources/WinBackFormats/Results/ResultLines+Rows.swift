extension ResultLines {
  /// The columns, as rows begin with them; empty in JSON.
  package var header: ContiguousArray<UInt8> {
    guard format.layout != .json else { return [] }
    var columns = [
      ResultColumn("customerId", .identifier),
      ResultColumn("subscriptionGroupIdentifier", .identifier),
    ]
    if format.layout == .long {
      columns += ["offerId", "verdict", "failedRule"].map { ResultColumn($0, .text) }
      columns += ["eligibleFrom", "eligibleThrough"].map { ResultColumn($0, .instant) }
    } else {
      columns.append(ResultColumn(kind.eligibleMember, .texts))
      if format.until != nil { columns.append(ResultColumn("eligibleThrough", .instants)) }
      if format.showsScreens {
        columns += ["show", "shownProductId", "shownOfferId"].map { ResultColumn($0, .text) }
      }
      if format.showsUndetermined { columns.append(ResultColumn(kind.undeterminedMember, .texts)) }
    }
    var header = RowWriter(rows.form)
    header.header(columns)
    return header.bytes
  }

  /// Writes the line of a customer's group as a row.
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
      rows.beginList()
      for offer in outlooks?.offers ?? [] where offer.verdict == .eligible {
        rows.append(part: offer.eligibleThrough.flatMap { $0 <= until ? $0 : nil })
      }
      rows.endList()
    }
    if let screens {
      for field in screens.fields(of: shown) { rows.field(field) }
    }
    if format.showsUndetermined { append(results.undetermined) }
    rows.endRow()
  }

  /// Writes offers in one field.
  private mutating func append(_ offers: ContiguousArray<Int>) {
    rows.beginList()
    for offer in offers { rows.append(part: offerIds[offer]) }
    rows.endList()
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
      for _ in 0..<5 { rows.field("") }
      rows.endRow()
      return 1
    }
    var count = 0
    var timeline: ContiguousArray<UInt8> = []
    for offer in outlooks.offers where format.asks(forOfferAt: offer.index) {
      if count == 0 {
        let start = rows.bytes.count
        appendTimeline(history, group, symbols)
        timeline = ContiguousArray(rows.bytes[start...])
      } else {
        rows.fields(timeline)
      }
      rows.fields(verdicts[offer.index][offer.verdict])
      if let rule = outlooks.failedRules(of: offer).first {
        rows.fields(ruleIds[rule])
      } else {
        rows.field("")
      }
      rows.field(offer.window?.from)
      rows.field(offer.window?.through)
      rows.endRow()
      count += 1
    }
    return count
  }

  private mutating func appendTimeline(
    _ history: borrowing HistoryRecord,
    _ group: Symbol?,
    _ symbols: borrowing SymbolTable
  ) {
    rows.field(utf8: history.text, in: history.customerId.indices)
    if let group, Int(group.index) < groups.count {
      rows.fields(groups[Int(group.index)])
    } else {
      rows.field(group.map(symbols.text(of:)) ?? "")
    }
  }
}

extension RowWriter {
  /// Returns fields as the writer has them.
  func text(of fields: String...) -> ContiguousArray<UInt8> {
    var rows = self
    rows.removeAll()
    for field in fields { rows.field(field) }
    return rows.bytes
  }
}
