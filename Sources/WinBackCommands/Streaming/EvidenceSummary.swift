import CEL
import CalendarTime
import WinBack
import WinBackFiles
import WinBackFormats

/// What an input of many customers tells, so that a person sees whether it is the right one (F13).
struct EvidenceSummary {
  /// The most names that get a warning each.
  private static let nameLimit = 3

  /// How old the newest purchase may be where nothing says how far the data reach, in milliseconds.
  private static let ageLimit = 35 * Instant.millisecondsPerDay

  private let tally: EvidenceTally
  private let engine: EligibilityEngine
  private let now: Instant
  private let columns: HistoryReading.Columns?

  init(_ reading: HistoryReading, _ counter: EvidenceCounter) {
    tally = reading.tally.evidence
    engine = counter.engine
    now = counter.now
    columns = reading.columns
  }

  /// The instant through which the input is known to reach (F13f).
  private var dataThrough: Instant? { engine.policies.facts.dataThrough ?? tally.newestSigning }

  /// Whether the input may end long before the instant of the question.
  private var isOld: Bool {
    guard dataThrough == nil, let last = tally.lastPurchase else { return false }
    return last.milliseconds(until: now) > Self.ageLimit
  }

  /// What is not known of some timelines, with their number.
  private var gaps: [(count: Int, text: String)] {
    [
      (tally[.withoutRenewalInfo], "without renewal information for the last purchase"),
      (tally[.mayBeRetrying], "may be in billing retry: state not known"),
      (tally[.mayBeRenewed], "older than the next renewal: state and product not known"),
      (tally[.paidMonthsFromBelow], "only a minimum of paid months known"),
      (tally[.withoutRedemptions], "redeemed offers not known"),
      (tally[.withoutStorefront], "storefront not known"),
    ].filter { $0.count > 0 }
  }

  var basis: String {
    "as of \(now.brief), "
      + (dataThrough.map { "known until \($0.brief)" } ?? "its end is not known")
  }

  /// What there is: numbers and shares, and what they are of.
  var rows: [[String]] {
    var rows = [[tally[.timelines].grouped, tally[.timelines] == 1 ? "timeline" : "timelines"]]
    if let first = tally.firstPurchase, let last = tally.lastPurchase {
      let purchases = tally[.transactions] == 1 ? "purchase" : "purchases"
      rows.append([tally[.transactions].grouped, "\(purchases) from \(first.date) to \(last.date)"])
    }
    return rows + gaps.map { [share($0.count, of: tally[.timelines]), $0.text] }
  }

  /// The same for a page: of what, the number, and the share of the timelines.
  var pageRows: [[String]] {
    rows.dropLast(gaps.count).map { [$0[1], $0[0], ""] }
      + gaps.map { [$0.text, $0.count.grouped, share($0.count, of: tally[.timelines])] }
  }

  var unusedColumns: String? {
    guard let unused = columns?.unused, !unused.isEmpty else { return nil }
    return "columns not read: \(unused.map(\.printable).joined(separator: ", "))"
  }

  var age: String? {
    isOld
      ? "the newest purchase is more than 35 days old; is there newer data? '--data-through' says "
        + "how far this reaches" : nil
  }

  var text: String {
    let table = ResultTable(["", ""], numbers: [0], rows)
    let notes = [unusedColumns, age.map { "warning: \($0)" }].compactMap(\.self)
    return "\nthe data \(basis)\n" + table.text() + notes.map { $0 + "\n" }.joined()
  }

  private func share(_ count: Int, of whole: Int) -> String {
    Percentage(Double(count), of: Double(whole)).rounded
  }

  /// What of the input the catalog lacks: it may be the wrong one.
  func warnings(file: String) -> [Diagnostic] {
    let groups = engine.catalog.subscriptionGroups
    var warnings = missing(
      "product",
      tally.unknownProducts,
      among: groups.flatMap(\.subscriptions).map(\.productId),
      of: (tally[.transactions], "transactions"),
      file: file
    )
    warnings += missing(
      "subscription group",
      tally.unknownGroups,
      among: groups.map(\.id),
      of: (tally[.timelines], "timelines"),
      file: file
    )
    return warnings
  }

  private func missing(
    _ kind: String,
    _ names: EvidenceTally.Names,
    among known: [String],
    of whole: (count: Int, name: String),
    file: String
  ) -> [Diagnostic] {
    let sorted = names.counts.mostFirst
    var warnings = sorted.prefix(Self.nameLimit).map { name, count in
      Diagnostic(
        .warning,
        "the catalog lacks the \(kind) '\(name)': \(count.grouped) of "
          + "\(whole.count.grouped) \(whole.name), \(share(count, of: whole.count))",
        file: file,
        suggestion: nearestName(to: name, among: known)
      )
    }
    let rest = sorted.dropFirst(Self.nameLimit)
    if !rest.isEmpty {
      let count = rest.reduce(0) { $0 + $1.value }
      warnings.append(
        Diagnostic(
          .warning,
          "the catalog lacks \(rest.count.counted("more \(kind)")): \(count.grouped) of "
            + "\(whole.count.grouped) \(whole.name), \(share(count, of: whole.count))",
          file: file
        )
      )
    }
    return warnings
  }
}

extension EvidenceSummary {
  func members(to json: inout JSONWriter) {
    json.member("asOf", now)
    json.member("timelines", tally[.timelines])
    json.member("transactions", tally[.transactions])
    json.member("transactionsWithoutGroup", tally[.withoutGroup])
    json.member("firstPurchase", orNull: tally.firstPurchase)
    json.member("lastPurchase", orNull: tally.lastPurchase)
    json.member("dataThrough", orNull: dataThrough)
    json.member("mayBeOld", isOld)
    json.objects("productsNotInCatalog", tally.unknownProducts.counts.mostFirst) { json, product in
      json.member("productId", product.key)
      json.share(product.value, of: tally[.transactions], called: "transactions")
    }
    json.objects("groupsNotInCatalog", tally.unknownGroups.counts.mostFirst) { json, group in
      json.member("subscriptionGroupIdentifier", group.key)
      json.share(group.value, of: tally[.timelines], called: "timelines")
    }
    if let columns {
      json.object("columns") { json in
        json.member("used", columns.used)
        json.member("unused", columns.unused)
      }
    }
    let mayHaveChanged = tally[.mayBeRetrying] + tally[.mayBeRenewed]
    member("withoutRenewalInfo", tally[.withoutRenewalInfo], &json)
    member("stale", tally[.mayBeRenewed], &json)
    json.object("unknown") { json in
      member("state", mayHaveChanged, &json)
      member("willAutoRenew", mayHaveChanged, &json)
      member("productId", tally[.mayBeRenewed], &json)
      member("lapsedAt", tally[.mayBeRenewed], &json)
      member("paidMonths", tally[.paidMonthsFromBelow], &json)
      member("redemptions", tally[.withoutRedemptions], &json)
      member("storefront", tally[.withoutStorefront], &json)
    }
  }

  private func member(_ name: String, _ count: Int, _ json: inout JSONWriter) {
    json.object(name) { $0.share(count, of: tally[.timelines], called: "timelines") }
  }
}

extension JSONWriter {
  fileprivate mutating func share(_ count: Int, of whole: Int, called name: String) {
    member(name, count)
    key("share")
    double(Double(Percentage(Double(count), of: Double(whole)).thousandths) / 100_000)
  }
}

extension [String: Int] {
  fileprivate var mostFirst: [(key: String, value: Int)] {
    sorted { ($1.value, $0.key) < ($0.value, $1.key) }
  }
}
