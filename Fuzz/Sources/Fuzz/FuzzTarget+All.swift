import CEL
import CalendarTime
import WinBack
import WinBackCatalogCommands
import WinBackCustomerCommands
import WinBackFormats
import WinBackTesting

extension FuzzTarget {
  /// All targets: a row for each reader.
  ///
  /// Formats of histories and catalogs have theirs as soon as the libraries know them.
  static let all: [FuzzTarget] =
    [
      FuzzTarget("dates", tryDate),
      FuzzTarget("expressions", tryExpression),
      FuzzTarget("templates", tryTemplate),
      FuzzTarget("rules", tryRules),
      FuzzTarget("mappings", tryMapping),
      FuzzTarget("signed-payloads", trySignedPayload),
      FuzzTarget("eligibility-report", tryEligibilityReport),
      FuzzTarget("storekit", tryStoreKit),
      FuzzTarget("scenarios", tryScenarios),
      FuzzTarget("check-settings") {
        _ = try? CheckConfiguration(ContiguousArray($0), in: "winback.json")
      },
      FuzzTarget("history-pairs", tryPair),
      FuzzTarget("interface-catalogs") { Interface.ask($0, Array(Samples.historyText.utf8)) },
      FuzzTarget("interface-histories") { Interface.ask(Array(Samples.catalogText.utf8), $0) },
      FuzzTarget("histories") { tryHistories($0, as: nil) },
      FuzzTarget("catalogs") { tryCatalog($0, as: nil) },
    ]
    + HistoryFormat.allCases.map { format in
      FuzzTarget("histories-\(format.rawValue)") { bytes in
        let mapping = format == .table ? Samples.mapping : nil
        tryHistories(bytes, as: format, HistoryOptions(mapping: mapping))
      }
    }
    + CatalogFormat.allCases.map { format in
      FuzzTarget("catalogs-\(format.rawValue)") { tryCatalog($0, as: format) }
    }

  /// What is read as a date is written as text that is read as the same.
  private static func tryDate(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let offset = UTCOffset(text) {
      expect(UTCOffset(offset.description) == offset, "\(offset) is another offset when read")
    }
    guard let instant = try? Instant(iso8601: text) else { return }
    expect(instant.isValid, "\(instant) is out of range")
    let again = try? Instant(iso8601: instant.iso8601)
    expect(again == instant, "\(instant) is another instant when read")
    for months: Int64 in [-1, 1, 11, 400] {
      let later = instant.adding(months: months)
      expect(months < 0 || instant.months(until: later) == months, "\(instant) + \(months) months")
    }
  }

  /// What is left of an expression comes to the same, and so does its text.
  private static func tryExpression(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let expression = try? Expression(text, in: Variables.environment) else { return }
    let outcome = outcome(of: expression)
    let residue = expression.specialized { Variables.isLate($0) ? nil : Variables.binding(of: $0) }
    expect(Self.outcome(of: residue) == outcome, "the residue differs: \(residue)")
    if let again = try? Expression(expression.description, in: Variables.environment) {
      expect(Self.outcome(of: again) == outcome, "\(again) comes to something else")
    }
    if let clock = Variables.environment.id(of: "now") {
      _ = expression.thresholds(of: clock, in: .minimum ... .maximum, Variables.binding(of:))
    }
  }

  /// What an expression comes to, as text: what is not a number is not equal to itself.
  private static func outcome(of expression: Expression) -> String {
    "\(expression.evaluate(Variables.binding(of:)))"
  }

  /// A template always renders.
  private static func tryTemplate(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let template = try? Template(text, in: Variables.environment) else { return }
    _ = template.render(Variables.binding(of:))
  }

  /// Rules that are well formed decide.
  private static func tryRules(_ bytes: [UInt8]) {
    guard let rules = try? CheckedRuleSet(json: bytes),
      let engine = try? EligibilityEngine(catalog: Samples.catalog, rules: rules)
    else { return }
    for history in Samples.histories { _ = try? engine.decisions(for: history, asOf: Samples.now) }
  }

  /// A catalog that is well formed makes an engine that decides, unless it contradicts itself.
  private static func tryCatalog(_ bytes: [UInt8], as format: CatalogFormat?) {
    guard let input = try? CatalogInput(reading: bytes, as: format),
      let engine = try? EligibilityEngine(catalog: input.catalog, rules: Samples.rules)
    else { return }
    for history in Samples.histories { _ = try? engine.decisions(for: history, asOf: Samples.now) }
  }

  /// A mapping that is well formed describes the table behind it, with an empty line between them.
  private static func tryMapping(_ bytes: [UInt8]) {
    let mark: [UInt8] = [UInt8(ascii: "\n"), UInt8(ascii: "\n")]
    let end = bytes.firstRange(of: mark)?.lowerBound ?? bytes.endIndex
    guard let mapping = try? Mapping(json: bytes[..<end]) else { return }
    tryHistories(Array(bytes[end...]), as: .table, HistoryOptions(mapping: mapping))
  }

  /// A payload says the same decoded and as a JWS.
  private static func trySignedPayload(_ bytes: [UInt8]) {
    guard bytes.first == UInt8(ascii: "{") else { return }
    let jws = "eyJhbGciOiJFUzI1NiJ9.\(Base64.url(bytes)).c2lnbmF0dXJl"
    let decoded = try? HistoryInput(reading: bytes, as: .appStoreServer)
    let signed = try? HistoryInput(reading: jws.utf8, as: .appStoreServer)
    // Several payloads may follow each other, but not inside of a JWS.
    guard let signed else { return }
    expect(signed.histories == decoded?.histories, "the JWS says something else than its payload")
  }

  /// The customers whom an offer reaches are among those of the report.
  private static func tryEligibilityReport(_ bytes: [UInt8]) {
    guard let report = try? EligibilityReport(table: bytes) else { return }
    let customers = report.rows.reduce(0) { $0 + $1.customers }
    let subscriptions = Samples.catalog.subscriptionGroups.flatMap(\.subscriptions)
    for (offer, product) in subscriptions.flatMap(\.winBackOffers).flatMap({ offer in
      Set(report.rows.map(\.subscriptionAppleId)).map { (offer, $0) }
    }) {
      let audience = report.audience(of: offer, subscriptionAppleId: product)
      expect(
        audience.eligible + audience.undetermined <= customers,
        "more customers than rows have"
      )
    }
  }

  /// A configuration that takes over offers is a configuration, and has nothing more to take over.
  private static func tryStoreKit(_ bytes: [UInt8]) {
    let eligible: [String: Set<String>] = ["1": ["free"]]
    let base = ContiguousArray(bytes)
    guard
      let once = try? StoreKitUpdate(of: base, from: Samples.catalog, eligible: eligible)
    else { return }
    let twice = try? StoreKitUpdate(of: once.bytes, from: Samples.catalog, eligible: eligible)
    expect(twice?.bytes == once.bytes, "the second update changes something")
  }

  /// Scenarios that can be read run; whatever history they name is that of the samples.
  private static func tryScenarios(_ bytes: [UInt8]) {
    var overrides = ScenarioOverrides()
    overrides.catalog = ("catalog.json", Samples.catalog)
    var library = ScenarioLibrary(with: overrides) { _ throws(UnreadableFile) in
      ContiguousArray(Samples.historyText.utf8)
    }
    guard
      let suite = try? ScenarioSuite(json: ContiguousArray(bytes), file: "a.json", &library)
    else { return }
    for scenario in suite.scenarios { _ = scenario.run() }
  }

  /// What the second of two lines gives does not depend on the first.
  private static func tryPair(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
    // Where the first line is no history, the two may be one broken document.
    guard lines.count == 2, !lines[1].contains(UInt8(ascii: "\n")),
      (try? Samples.engine.decisions(json: lines[0], asOf: Samples.now)) != nil
    else { return }
    let neutral = ArraySlice(#"{"customerId":"n","transactions":[]}"#.utf8)
    guard let found = outcome(of: lines[1], behind: lines[0]) else { return }
    expect(found == outcome(of: lines[1], behind: neutral), "the first line changes the second")
  }

  /// What is decided about the second of two lines, or why it is refused; nil where the first is.
  private static func outcome(
    of line: ArraySlice<UInt8>,
    behind first: ArraySlice<UInt8>
  ) -> String? {
    do throws(FormatError) {
      let lines = first + [UInt8(ascii: "\n")] + line
      return "\(try Samples.engine.decisions(json: lines, asOf: Samples.now).dropFirst())"
    } catch {
      return error.line > 1 ? "\(error)" : nil
    }
  }

  /// Histories that are read one way and the other are the same customers.
  private static func tryHistories(
    _ bytes: [UInt8],
    as format: HistoryFormat?,
    _ options: HistoryOptions = HistoryOptions()
  ) {
    let decided = try? Samples.engine.decisions(
      in: bytes,
      as: format,
      options: options,
      asOf: Samples.now
    )
    let read: HistoryInput
    do throws(FormatError) {
      read = try HistoryInput(reading: bytes, as: format, options: options)
    } catch {
      // Decisions do not look at keys that nobody reads, not even whether they are there twice.
      let isOverlooked = error.message.contains("is there twice")
      expect(decided == nil || isOverlooked, "decided on histories that cannot be read")
      return
    }
    guard let decided else {
      let isDecidable = read.histories.allSatisfy { history in
        (try? Samples.engine.decisions(for: history, asOf: Samples.now)) != nil
      }
      expect(!isDecidable, "the batch road refuses histories that can be read")
      return
    }
    // Documents without a purchase have no history, and one decision about nobody.
    let isNobody = read.format == .appStoreServer && read.histories.isEmpty
    let histories =
      isNobody ? [CustomerHistory(customerId: "", transactions: [])] : read.histories
    expect(histories.count == decided.customers.count, "other customers")
    for (history, customer) in zip(histories, decided.customers) {
      let decisions = try? Samples.engine.decisions(for: history, asOf: Samples.now)
      expect(
        decisions?.map(\.eligibleWinBackOfferIDs) == customer.map(\.eligibleWinBackOfferIDs),
        "the two roads disagree on a customer"
      )
    }
  }
}

/// Stops the process, which libFuzzer takes for a finding.
func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
  precondition(condition, message())
}
