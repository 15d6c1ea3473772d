import CalendarTime
import WinBack

/// Writes results as JSON Lines; the texts of offers, rules and groups are prepared once.
struct JSONResultLines: Sendable {
  private let format: ResultFormat
  private let start = ContiguousArray("{\"customerId\":".utf8)
  private let undeterminedKey = ContiguousArray(",\"undeterminedWinBackOfferIDs\":[".utf8)
  private let throughKey = ContiguousArray(",\"eligibleThrough\":[".utf8)
  private let offersKey = ContiguousArray(",\"offers\":[".utf8)
  private let changeKey = ContiguousArray("],\"changesAt\":".utf8)
  private let endOfArray = ContiguousArray("]".utf8)
  private let end = ContiguousArray("}".utf8)
  private let offerIds: [ContiguousArray<UInt8>]
  /// The starts of the objects of offers, before the failed rules, by offer and verdict.
  private let details: [VerdictTexts]
  private let ruleIds: [ContiguousArray<UInt8>]
  private let screens: ScreenTexts?
  /// The texts of groups, with the text around them.
  private let groups: [ContiguousArray<UInt8>]
  /// The same texts up to the end of an object without offers, the usual case.
  private let groupsWithoutOffers: [ContiguousArray<UInt8>]
  private var json = JSONWriter()

  init(_ engine: EligibilityEngine, _ merchandiser: Merchandiser?, _ format: ResultFormat) {
    self.format = format
    screens = merchandiser.map { ScreenTexts($0, isJSON: true) }
    let offerIds = engine.offerIds.map(Self.quoted)
    self.offerIds = offerIds
    ruleIds = engine.rules.ids.map(Self.quoted)
    details = offerIds.map { id in VerdictTexts { Self.details(of: id, $0) } }
    let symbols = engine.index.symbols
    let groups = (0..<symbols.count).map { index in
      Self.members(around: symbols.text(of: Symbol(index: Int32(index))))
    }
    self.groups = groups
    let endOfObject = endOfArray + end
    groupsWithoutOffers = groups.map { $0 + endOfObject }
  }

  var bytes: ContiguousArray<UInt8> { json.bytes }

  mutating func removeAll() { json.removeAll() }

  mutating func append(
    _ history: borrowing HistoryRecord,
    _ group: Symbol?,
    _ symbols: borrowing SymbolTable,
    _ results: borrowing BatchResults,
    _ shown: MerchandisingBatch.Shown?,
    _ outlooks: OfferOutlooks?
  ) {
    json.text(start, isBeforeValue: true)
    if let pseudonym = format.pseudonym(of: history) {
      json.string(utf8: pseudonym, in: pseudonym.indices)
    } else {
      json.string(utf8: history.text, in: history.customerId.indices)
    }
    if let group, Int(group.index) < groups.count {
      if format.isPlain, results.eligible.isEmpty, results.undetermined.isEmpty {
        json.text(groupsWithoutOffers[Int(group.index)])
        return json.endLine()
      }
      json.text(groups[Int(group.index)], isBeforeValue: true)
    } else {
      json.text(Self.members(around: group.map(symbols.text(of:)) ?? ""), isBeforeValue: true)
    }
    for offer in results.eligible { json.value(offerIds[offer]) }
    json.text(endOfArray)
    if !results.undetermined.isEmpty {
      json.text(undeterminedKey, isBeforeValue: true)
      for offer in results.undetermined { json.value(offerIds[offer]) }
      json.text(endOfArray)
    }
    if let outlooks, let until = format.until { appendEnds(until, outlooks) }
    if let screens, let shown {
      json.key(quoted: screens.key)
      json.value(screens.text(of: shown))
    }
    if let outlooks, format.showsDetails { appendDetails(outlooks) }
    json.text(end)
    json.endLine()
  }

  private mutating func appendEnds(_ until: Instant, _ outlooks: OfferOutlooks) {
    json.text(throughKey, isBeforeValue: true)
    for offer in outlooks.offers where offer.verdict == .eligible {
      if let end = offer.eligibleThrough, end <= until { json.instant(end) } else { json.null() }
    }
    json.text(endOfArray)
  }

  private mutating func appendDetails(_ outlooks: OfferOutlooks) {
    json.text(offersKey, isBeforeValue: true)
    for offer in outlooks.offers {
      json.value(startingWith: details[offer.index][offer.verdict])
      for rule in outlooks.failedRules(of: offer) { json.value(ruleIds[rule]) }
      json.text(changeKey, isBeforeValue: true)
      if let change = offer.changesAt { json.instant(change) } else { json.null() }
      json.text(end)
    }
    json.text(endOfArray)
  }

  /// Returns the member with a group, and the start of the member with the offers.
  private static func members(around group: String) -> ContiguousArray<UInt8> {
    ContiguousArray(",\"subscriptionGroupIdentifier\":".utf8) + quoted(group)
      + ContiguousArray(",\"eligibleWinBackOfferIDs\":[".utf8)
  }

  /// Returns the start of the object of an offer.
  private static func details(
    of offerId: ContiguousArray<UInt8>,
    _ verdict: Verdict
  ) -> ContiguousArray<UInt8> {
    ContiguousArray("{\"offerId\":".utf8) + offerId
      + ContiguousArray(",\"verdict\":\"\(verdict.rawValue)\",\"failedRules\":[".utf8)
  }

  private static func quoted(_ text: String) -> ContiguousArray<UInt8> {
    var writer = JSONWriter()
    writer.string(text)
    return writer.bytes
  }
}
