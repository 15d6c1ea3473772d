extension ResultLines {
  /// Writes the line of a customer's group as an object of JSON.
  mutating func appendObject(
    _ history: borrowing HistoryRecord,
    _ group: Symbol?,
    _ symbols: borrowing SymbolTable,
    _ results: borrowing BatchResults,
    _ shown: MerchandisingBatch.Shown?,
    _ outlooks: OfferOutlooks?
  ) {
    json.text(texts.start, isBeforeValue: true)
    json.string(utf8: history.text, in: history.customerId.indices)
    if let group, Int(group.index) < groups.count {
      if format.isPlain, results.eligible.isEmpty, results.undetermined.isEmpty {
        json.text(groupsWithoutOffers[Int(group.index)])
        return json.endLine()
      }
      json.text(groups[Int(group.index)], isBeforeValue: true)
    } else {
      json.text(Self.members(around: group.map(symbols.text(of:)) ?? "", kind), isBeforeValue: true)
    }
    for offer in results.eligible { json.value(offerIds[offer]) }
    json.text(texts.endOfArray)
    if !results.undetermined.isEmpty {
      json.text(texts.undeterminedKey, isBeforeValue: true)
      for offer in results.undetermined { json.value(offerIds[offer]) }
      json.text(texts.endOfArray)
    }
    if let outlooks, let until = format.until { appendEnds(until, outlooks) }
    if let screens, let shown {
      json.text(texts.screensKey, isBeforeValue: true)
      json.value(screens.json(of: shown))
    }
    if let outlooks, format.showsDetails { appendDetails(outlooks) }
    json.text(texts.end)
    json.endLine()
  }

  private mutating func appendEnds(_ until: Instant, _ outlooks: OfferOutlooks) {
    json.text(texts.throughKey, isBeforeValue: true)
    for offer in outlooks.offers where offer.verdict == .eligible {
      if let end = offer.eligibleThrough, end <= until { json.instant(end) } else { json.null() }
    }
    json.text(texts.endOfArray)
  }

  private mutating func appendDetails(_ outlooks: OfferOutlooks) {
    json.text(texts.offersKey, isBeforeValue: true)
    for offer in outlooks.offers {
      json.value(startingWith: verdicts[offer.index][offer.verdict])
      for rule in outlooks.failedRules(of: offer) { json.value(ruleIds[rule]) }
      json.text(texts.changeKey, isBeforeValue: true)
      if let change = offer.changesAt { json.instant(change) } else { json.null() }
      json.text(texts.end)
    }
    json.text(texts.endOfArray)
  }

  /// Returns the member with a group, and the start of the member with the offers.
  static func members(around group: String, _ kind: OfferKind) -> ContiguousArray<UInt8> {
    ContiguousArray(",\"subscriptionGroupIdentifier\":".utf8) + quoted(group)
      + ContiguousArray(",\"\(kind.eligibleMember)\":[".utf8)
  }

  /// Returns the start of the object of an offer.
  static func details(
    of offerId: ContiguousArray<UInt8>,
    _ kind: OfferKind,
    _ verdict: Verdict
  ) -> ContiguousArray<UInt8> {
    ContiguousArray("{\"kind\":\"\(kind.rawValue)\",\"offerId\":".utf8) + offerId
      + ContiguousArray(",\"verdict\":\"\(verdict.rawValue)\",\"failedRules\":[".utf8)
  }

  static func quoted(_ text: String) -> ContiguousArray<UInt8> {
    var writer = JSONWriter()
    writer.string(text)
    return writer.bytes
  }
}

/// The texts of a line of JSON that are the same for all customers.
struct JSONResultTexts: Sendable {
  let start = ContiguousArray("{\"customerId\":".utf8)
  let undeterminedKey: ContiguousArray<UInt8>
  let throughKey = ContiguousArray(",\"eligibleThrough\":[".utf8)
  let screensKey = ContiguousArray(",\"merchandising\":".utf8)
  let offersKey = ContiguousArray(",\"offers\":[".utf8)
  let changeKey = ContiguousArray("],\"changesAt\":".utf8)
  let endOfArray = ContiguousArray("]".utf8)
  let end = ContiguousArray("}".utf8)

  init(_ kind: OfferKind) {
    undeterminedKey = ContiguousArray(",\"\(kind.undeterminedMember)\":[".utf8)
  }
}
