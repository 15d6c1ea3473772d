/// An engine with everything that its answers need, which the C interface keeps open.
///
/// The output is the same, byte by byte, as that of `winback evaluate --json` for the same inputs.
final class InterfaceEngine: Sendable {
  private let engine: EligibilityEngine
  /// Decides what customers are shown; nil for offers of other kinds than win-back offers.
  private let merchandiser: Merchandiser?
  private let files: CatalogFiles

  /// Reads a catalog and rules, and creates the engine.
  ///
  /// - Parameters:
  ///   - catalog: The files of a catalog of any format.
  ///   - rules: A rule set; the App Store's if it is empty.
  ///   - policies: A JSON object with the values of policies by their names; empty for none.
  /// - Throws: ``InterfaceFault``, which names the input.
  init(
    catalog: [CustomerFiles.File],
    rules: ContiguousArray<UInt8>,
    policies: ContiguousArray<UInt8>
  ) throws(InterfaceFault) {
    files = CatalogFiles(catalog)
    guard files.errors.isEmpty else { throw InterfaceFault(.catalog, files.errors) }
    let catalog = files.catalog
    let sets = try InterfaceFault.naming(.rules) { () throws(FormatError) in
      try Self.ruleSets(rules)
    }
    let policies = try InterfaceFault.naming(.policies) { () throws(FormatError) in
      try Self.assignments(policies)
    }
    do throws(EngineError) {
      guard sets.deciding.ruleSet.kind == .winBack else {
        engine = try EligibilityEngine(
          catalog: catalog,
          rules: sets.deciding,
          policies: policies
        )
        merchandiser = nil
        return
      }
      let merchandiser = try Merchandiser(
        catalog: catalog,
        rules: sets.deciding,
        screens: sets.screens,
        others: sets.others,
        policies: policies
      )
      engine = merchandiser.winBack
      self.merchandiser = merchandiser
    } catch {
      throw InterfaceFault(error)
    }
  }

  /// The rule sets of an engine: that of the caller, for what it says that it is for, and built-in ones.
  private static func ruleSets(
    _ json: ContiguousArray<UInt8>
  ) throws(FormatError) -> (
    deciding: CheckedRuleSet, screens: CheckedRuleSet, others: [CheckedRuleSet]
  ) {
    var (deciding, screens) = (try CheckedRuleSet.appStore(), try CheckedRuleSet.merchandising())
    var introductory: CheckedRuleSet?
    if !json.isEmpty {
      let own = try CheckedRuleSet(json: json)
      switch (own.ruleSet.combination, own.ruleSet.kind) {
      case (.first, _): screens = own
      case (.all, .introductory): introductory = own
      case (.all, _): deciding = own
      }
    }
    let others = try screens.kindsNeeded.map { kind throws(FormatError) in
      if kind == .introductory, let introductory { return introductory }
      return try CheckedRuleSet.rules(of: kind)
    }
    return (deciding, screens, others)
  }

  private static func assignments(
    _ json: ContiguousArray<UInt8>
  ) throws(FormatError) -> [String: String] {
    guard !json.isEmpty else { return [:] }
    var policies: [String: String] = [:]
    for (name, value) in try JSONDocument(parsing: json).root.object().members {
      policies[try name.string()] = try value.string()
    }
    return policies
  }

  // MARK: - Answers

  /// Decides the offers for the customers of a history of any format, and returns a line for each
  /// customer by the schema `result`.
  func evaluate(
    _ history: ContiguousArray<UInt8>,
    asOf text: String
  ) throws(InterfaceFault) -> ContiguousArray<UInt8> {
    let now = try instant(text)
    let files = try read([("", history)]).files
    var decisions: [Decision] = []
    for customer in files.customers {
      decisions += try self.decisions(on: customer, of: files, now)
    }
    return Self.lines(of: decisions)
  }

  private func decisions(
    on customer: CustomerFiles.Customer,
    of files: CustomerFiles,
    _ now: Instant
  ) throws(InterfaceFault) -> [Decision] {
    try InterfaceFault.naming(.history) { () throws(Diagnostic) in
      try files.read(customer, for: engine) { record, symbols throws(HistoryError) in
        Array(try engine.decisions(for: record, symbols, asOf: now, showing: merchandiser))
      }
    }
  }

  private static func lines(of decisions: [Decision]) -> ContiguousArray<UInt8> {
    JSONWriter.lines(of: decisions) { $0.members(of: $1, OfferSelection()) }
  }

  // MARK: - Customers of files

  /// Reads the customers of files of any format of histories.
  func read(_ files: [CustomerFiles.File]) throws(InterfaceFault) -> InterfaceCustomers {
    try InterfaceFault.naming(.history) { () throws(Diagnostic) in
      InterfaceCustomers(try CustomerFiles(files, engine.rules.ruleSet.attributes))
    }
  }

  /// Decides the offers for one of the customers.
  ///
  /// - Returns: The output of ``evaluate(_:asOf:)``.
  func decide(
    _ customers: InterfaceCustomers,
    at index: Int,
    asOf text: String
  ) throws(InterfaceFault) -> ContiguousArray<UInt8> {
    let now = try instant(text)
    let files = customers.files
    guard files.customers.indices.contains(index) else { return [] }
    return Self.lines(of: try decisions(on: files.customers[index], of: files, now))
  }

  /// Returns what was left out of the catalog, and what of the customers' histories it lacks.
  func warnings(_ customers: InterfaceCustomers?) -> ContiguousArray<UInt8> {
    let gaps = customers?.files.gaps(in: engine) ?? []
    return JSONWriter.document(.compact) { json in
      json.objects("messages", files.warnings + gaps) { $1.write(to: &$0) }
    }
  }

  /// Returns the catalog in the native format.
  func catalog() -> ContiguousArray<UInt8> { CatalogWriter.bytes(of: engine.catalog) }

  private func instant(_ text: String) throws(InterfaceFault) -> Instant {
    let instant: Instant
    do throws(ISO8601Error) {
      instant = try TimelineDate(iso8601: text).resolved(at: engine.policies.facts.timeZone)
    } catch {
      guard case .unexpected = error.kind else { throw InterfaceFault(.asOf, error.description) }
      throw InterfaceFault(.asOf, "expected \(TimelineDate.forms), found '\(text)'")
    }
    guard instant.isValid else {
      let message = "expected an instant in the years 0001 to 9999, found \(instant)"
      throw InterfaceFault(.asOf, message)
    }
    return instant
  }

  /// Checks the catalog on a day, and returns the findings of `winback lint --json`.
  func lint(asOf text: String) throws(InterfaceFault) -> ContiguousArray<UInt8> {
    var files = files
    if let excess = engine.catalog.excess {
      throw InterfaceFault(.catalog, [files.diagnostic(excess.message, at: excess.place)])
    }
    let now = try instant(text)
    let findings = CatalogLinter(engine, against: nil, asOf: now).findings(except: [])
    return JSONWriter.document { json in
      json.objects("findings", findings) { json, finding in
        json.members(of: finding, at: files.diagnostic("", at: finding.place))
      }
    }
  }
}

extension JSONWriter {
  /// Writes a finding of lint.
  ///
  /// - Parameters:
  ///   - finding: The finding.
  ///   - place: A message at its location in the catalog's text.
  ///   - suppression: The reason for which the finding was accepted; nil if it was not.
  package mutating func members(
    of finding: LintFinding,
    at place: Diagnostic,
    suppression: String? = nil
  ) {
    member("code", finding.code.rawValue)
    member("severity", finding.code.severity.rawValue)
    member("message", finding.message)
    member("subscriptionGroupIdentifier", finding.group)
    member("productId", finding.productId)
    member("offerId", finding.offerId)
    member("line", place.line)
    member("column", place.column)
    member("path", place.line.map { _ in place.path ?? "" })
    member("suppression", suppression)
    guard let example = finding.example else { return }
    object("example") { json in
      json.member("asOf", example.witness.asOf)
      json.member("eligibleWinBackOfferIDs", example.eligible.ids)
      if example.eligible.hasMore { json.member("moreAreEligible", true) }
      json.key("history")
      json.history(example.witness.history)
    }
  }
}
