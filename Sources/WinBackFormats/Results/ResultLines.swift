/// Writes lines of results; the texts of offers, rules and groups are prepared once.
package struct ResultLines: Sendable {
  let format: ResultFormat
  /// The kind of the offers.
  let kind: OfferKind
  let texts: JSONResultTexts
  /// The identifiers of offers, as JSON, or as parts of a list.
  let offerIds: [ContiguousArray<UInt8>]
  /// The identifiers of rules, as JSON or as fields.
  let ruleIds: [ContiguousArray<UInt8>]
  /// The fields of an offer and its verdict, or the start of the object of the offer, before the
  /// failed rules; by offer and verdict.
  let verdicts: [VerdictTexts]
  /// The fields of groups; in JSON their texts, with the text around them.
  let groups: [ContiguousArray<UInt8>]
  /// In JSON, the same texts up to the end of an object without offers, the usual case.
  let groupsWithoutOffers: [ContiguousArray<UInt8>]
  let screens: ScreenTexts?
  var json = JSONWriter()
  var rows: RowWriter

  /// Creates the lines, whose rows have a form, and prepares the texts of offers, rules and groups.
  package init(
    _ engine: EligibilityEngine,
    _ merchandiser: Merchandiser?,
    _ format: ResultFormat,
    _ form: RowWriter.Form
  ) {
    self.format = format
    let kind = engine.kind
    self.kind = kind
    texts = JSONResultTexts(kind)
    let rows = RowWriter(form)
    self.rows = rows
    screens = merchandiser.map { ScreenTexts($0) }
    let symbols = engine.index.symbols
    let groups = (0..<symbols.count).map { symbols.text(of: Symbol(index: Int32($0))) }
    guard format.layout == .json else {
      offerIds = engine.offerIds.map { ContiguousArray($0.utf8) }
      ruleIds = engine.rules.ids.map { rows.text(of: $0) }
      verdicts = engine.offerIds.map { id in VerdictTexts { rows.text(of: id, $0.rawValue) } }
      self.groups = groups.map { rows.text(of: $0) }
      groupsWithoutOffers = []
      return
    }
    let offerIds = engine.offerIds.map(Self.quoted)
    self.offerIds = offerIds
    ruleIds = engine.rules.ids.map(Self.quoted)
    verdicts = offerIds.map { id in VerdictTexts { Self.details(of: id, kind, $0) } }
    let members = groups.map { Self.members(around: $0, kind) }
    self.groups = members
    let endOfObject = texts.endOfArray + texts.end
    groupsWithoutOffers = members.map { $0 + endOfObject }
  }

  package var bytes: ContiguousArray<UInt8> { format.layout == .json ? json.bytes : rows.bytes }

  package mutating func removeAll() {
    json.removeAll()
    rows.removeAll()
  }

  /// Writes the line of a customer's group, or a row for each of its offers.
  ///
  /// - Returns: The number of lines.
  package mutating func append(
    _ history: borrowing HistoryRecord,
    group: Symbol?,
    _ symbols: borrowing SymbolTable,
    _ results: borrowing BatchResults,
    _ shown: MerchandisingBatch.Shown?,
    _ outlooks: OfferOutlooks?
  ) -> Int {
    switch format.layout {
    case .json: appendObject(history, group, symbols, results, shown, outlooks)
    case .csv: appendRow(history, group, symbols, results, shown, outlooks)
    case .long: return appendRows(history, group, symbols, outlooks)
    }
    return 1
  }
}

/// A text for each verdict, stored without a hash table.
struct VerdictTexts: Sendable {
  private let eligible: ContiguousArray<UInt8>
  private let ineligible: ContiguousArray<UInt8>
  private let undetermined: ContiguousArray<UInt8>

  init(_ text: (Verdict) -> ContiguousArray<UInt8>) {
    eligible = text(.eligible)
    ineligible = text(.ineligible)
    undetermined = text(.undetermined)
  }

  subscript(verdict: Verdict) -> ContiguousArray<UInt8> {
    switch verdict {
    case .eligible: eligible
    case .ineligible: ineligible
    case .undetermined: undetermined
    }
  }
}
