/// The closing summary of a run over many customers: what was done with them, in numbers that add up,
/// and what their histories tell, so that a person sees whether it is the right input (F13).
package struct ReadingSummary {
  /// How old the newest purchase may be where nothing says how far the data reach, in milliseconds.
  private static let ageLimit = 35 * Instant.millisecondsPerDay

  let reading: HistoryReading
  /// What was done with the customers, such as `followed`.
  let verb: String
  /// The engine whose catalog the histories were held against, and the instant of its question.
  let engine: EligibilityEngine
  let now: Instant
  package var scores: ScoreTally?
  /// How many answers of the store there were, and how many of them the engine gives, too.
  package var agreement: (answers: Int, agreements: Int)?

  package init(
    _ reading: HistoryReading,
    _ verb: String,
    for engine: EligibilityEngine,
    asOf now: Instant
  ) {
    self.reading = reading
    self.verb = verb
    self.engine = engine
    self.now = now
  }

  var text: String {
    let tally = reading.tally
    var lines =
      switch reading.layout {
      case .rows: rows
      case .documents:
        [
          "\(tally.customers.counted("customer")) \(verb)"
            + (tally.rejected > 0 ? ", \(tally.rejected.grouped) rejected" : "")
            + (tally.others > 0 ? ", \(tally.others.grouped) not selected" : "")
        ]
      case .lines, nil:
        [
          "\(tally.lines.counted("line")) read: "
            + parts(tally.customers, tally.rejected, tally.others, tally.blankLines, "blank")
        ]
      }
    if let scores { lines.append("\(scores.results.counted("line")) of results") }
    return lines.map { $0 + "\n" }.joined() + (scores.map(table) ?? "") + evidenceText
  }

  private func table(_ scores: ScoreTally) -> String {
    let rows = engine.offerNames.enumerated().map { index, name in
      let undetermined = scores.undetermined[index]
      return [
        "eligible for \(name.printable)", scores.eligible[index].grouped,
        undetermined > 0 ? "(\(undetermined.grouped) undetermined)" : "",
      ]
    }
    return ResultTable(["", "", ""], numbers: [1], rows).text()
  }

  /// All that a reader of the results should know about the input.
  package var notices: [String] {
    let rejected = reading.tally.rejected
    let lines = reading.layout == .lines ? "line" : "customer"
    let unread = rejected > 0 ? "\(rejected.counted(lines)) could not be read" : nil
    let repetition = HistoryFormat.repetition(of: reading.tally.repeated)
    return [unread, repetition].compactMap(\.self) + reading.warnings
      + (age.map { [$0] } ?? []) + evidence.gaps(in: engine)
      + [futureDates].compactMap(\.self)
  }

  var json: ContiguousArray<UInt8> {
    JSONWriter.document { json in
      let tally = reading.tally
      let lines: Int? = reading.layout == .documents ? nil : tally.lines
      json.member("lines", orNull: reading.layout == .rows ? tally.rows.total : lines)
      json.member("customers", tally.customers)
      json.member("repeated", tally.repeated)
      json.member("rejected", tally.rejected)
      json.member("notAskedFor", tally.others)
      if reading.layout == .rows {
        json.object("rows") { json in
          json.member("read", tally.rows.scored)
          json.member("rejected", tally.rows.rejected)
          json.member("notAskedFor", tally.rows.others)
        }
      }
      json.objects("skippedRows", reading.skippedRows.filter { $0.count > 0 }) { json, skipped in
        json.member("reason", skipped.others)
        json.member("rows", skipped.count)
      }
      if let scores {
        json.member("results", scores.results)
        json.member("undetermined", scores.undecided)
        json.objects("offers", engine.placedOffers.enumerated()) { json, offer in
          let (index, placed) = offer
          json.members(of: placed.key)
          json.member("eligible", scores.eligible[index])
          json.member("undetermined", scores.undetermined[index])
        }
      }
      json.member("answers", agreement?.answers)
      json.member("agreements", agreement?.agreements)
      evidenceMembers(to: &json)
    }
  }

  private var rows: [String] {
    let tally = reading.tally
    let rows = tally.rows
    let skipped = rows.skipped.reduce(0, +)
    return [
      "\(rows.total.counted("row")) read: "
        + parts(rows.scored, rows.rejected, rows.others, skipped, "skipped"),
      "\((tally.customers + tally.rejected + tally.others).counted("customer")): "
        + parts(tally.customers, tally.rejected, tally.others),
    ]
      + reading.skippedRows.filter { $0.count > 0 }.map { others, count in
        "\(count.counted("row")) skipped: \(others.printable)"
      }
  }

  /// Returns what was done with the parts of an input, such as `3 scored, 1 rejected`.
  private func parts(
    _ done: Int,
    _ rejected: Int,
    _ others: Int,
    _ rest: Int = 0,
    _ name: String = ""
  ) -> String {
    var parts = ["\(done.grouped) \(verb)", "\(rejected.grouped) rejected"]
    if others > 0 { parts.append("\(others.grouped) not selected") }
    if rest > 0 { parts.append("\(rest.grouped) \(name)") }
    return parts.joined(separator: ", ")
  }

  // MARK: - What the histories tell

  private var evidence: EvidenceTally { reading.tally.evidence }

  /// The instant through which the input is known to reach (F13f).
  private var dataThrough: Instant? {
    engine.policies.facts.dataThrough ?? evidence.newestSigning
  }

  /// Whether the input may end long before the instant of the question.
  private var isOld: Bool {
    guard dataThrough == nil, let last = evidence.lastPurchase else { return false }
    return last.milliseconds(until: now) > Self.ageLimit
  }

  /// What is not known of some timelines, with their number.
  private var gaps: [(count: Int, text: String)] {
    [
      (evidence[.withoutRenewalInfo], "without renewal information for the last purchase"),
      (evidence[.mayBeRetrying], "may be in billing retry: state not known"),
      (evidence[.mayBeRenewed], "renewals can be missing: state and product not known"),
      (
        evidence[.stale] - evidence[.mayBeRenewed],
        "renewal information older than the last purchase"
      ),
      (evidence[.paidMonthsFromBelow], "only a minimum of paid months known"),
      (evidence[.withoutPurchases], "purchases missing"),
      (evidence[.withoutRedemptions], "redeemed offers not known"),
      (evidence[.withoutStorefront], "storefront not known"),
    ].filter { $0.count > 0 }
  }

  package var basis: String {
    "as of \(now.brief), "
      + (dataThrough.map { "known until \($0.brief)" } ?? "its end is not known")
  }

  /// What there is, with its number.
  private var contents: [(count: Int, text: String)] {
    let (timelines, transactions) = (evidence[.timelines], evidence[.transactions])
    let all = (timelines, timelines.noun("timeline"))
    guard let first = evidence.firstPurchase, let last = evidence.lastPurchase else { return [all] }
    return [
      all, (transactions, "\(transactions.noun("purchase")) from \(first.date) to \(last.date)"),
    ]
  }

  /// What there is, and what is not known, for a page: of what, the number, and the share of the
  /// timelines.
  package var pageRows: [[String]] {
    contents.map { [$0.text, $0.count.grouped, ""] }
      + gaps.map { [$0.text, $0.count.grouped, share($0.count, of: .timelines)] }
  }

  package var unusedColumns: String? {
    guard let unused = reading.columns?.unused, !unused.isEmpty else { return nil }
    return "columns not read: \(unused.map(\.printable).joined(separator: ", "))"
  }

  private var age: String? {
    let advice =
      "the newest purchase is more than 35 days old; is there newer data? '--data-through' says "
      + "how far this reaches"
    return laterPurchase ?? (isOld ? advice : nil)
  }

  /// A purchase after the instant until which the user says that the input is complete.
  private var laterPurchase: String? {
    guard let through = engine.policies.facts.dataThrough, let last = evidence.lastPurchase,
      last > through
    else { return nil }
    return "the newest purchase, of \(last.brief), is after '--data-through', \(through.brief)"
  }

  private var evidenceText: String {
    let rows =
      contents.map { [$0.count.grouped, $0.text] }
      + gaps.map { [share($0.count, of: .timelines), $0.text] }
    let notes = [unusedColumns, age.map { "warning: \($0)" }].compactMap(\.self)
    return "\nthe data \(basis)\n" + ResultTable(counts: rows).text()
      + notes.map { $0 + "\n" }.joined()
  }

  private func share(_ count: Int, of whole: EvidenceTally.Count) -> String {
    Percentage(count, of: evidence[whole]).rounded
  }

  /// Warns about what of the input the catalog lacks.
  package func warn(file: String, on console: Console) {
    for gap in evidence.gaps(in: engine) + [futureDates, laterPurchase].compactMap(\.self) {
      console.warn(gap, file: file)
    }
  }

  private var futureDates: String? {
    let tally = reading.tally
    guard tally.futureDates > 0, let first = tally.firstFutureDate else { return nil }
    return
      "\(tally.futureDates.counted("customer")) with dates after the clock of the computer, such as "
      + "\(first.printable); no such signature counts"
  }

  private func evidenceMembers(to json: inout JSONWriter) {
    json.member("asOf", now)
    json.member("timelines", evidence[.timelines])
    json.member("transactions", evidence[.transactions])
    json.member("transactionsWithoutGroup", evidence[.withoutGroup])
    json.member("firstPurchase", orNull: evidence.firstPurchase)
    json.member("lastPurchase", orNull: evidence.lastPurchase)
    json.member("dataThrough", orNull: dataThrough)
    json.member("mayBeOld", isOld)
    let products = evidence.unknownProducts.mostFirst
    json.objects("productsNotInCatalog", products) { json, product in
      json.member("productId", product.key)
      share(product.value, of: .transactions, &json)
    }
    json.objects("groupsNotInCatalog", evidence.unknownGroups.mostFirst) { json, group in
      json.member("subscriptionGroupIdentifier", group.key)
      share(group.value, of: .timelines, &json)
    }
    json.objects("offersNotInCatalog", evidence.unknownOffers.mostFirst) { json, offer in
      json.member("offerId", offer.key)
      share(offer.value, of: .transactions, &json)
    }
    json.member("futureDates", reading.tally.futureDates)
    if let columns = reading.columns {
      json.object("columns") { json in
        json.member("used", columns.used)
        json.member("unused", columns.unused)
      }
    }
    let mayHaveChanged = evidence[.mayBeRetrying] + evidence[.mayBeRenewed]
    member("withoutRenewalInfo", evidence[.withoutRenewalInfo], &json)
    member("stale", evidence[.stale], &json)
    member("missingPurchases", evidence[.withoutPurchases], &json)
    json.object("unknown") { json in
      member("state", mayHaveChanged, &json)
      member("willAutoRenew", mayHaveChanged, &json)
      member("productId", evidence[.mayBeRenewed], &json)
      member("lapsedAt", evidence[.mayBeRenewed], &json)
      member("paidMonths", evidence[.paidMonthsFromBelow], &json)
      member("redemptions", evidence[.withoutRedemptions], &json)
      member("storefront", evidence[.withoutStorefront], &json)
    }
  }

  private func member(_ name: String, _ count: Int, _ json: inout JSONWriter) {
    json.object(name) { share(count, of: .timelines, &$0) }
  }

  private func share(_ count: Int, of whole: EvidenceTally.Count, _ json: inout JSONWriter) {
    json.member("\(whole)", count)
    json.key("share")
    json.double(Double(Percentage(count, of: evidence[whole]).thousandths) / 100_000)
  }
}
