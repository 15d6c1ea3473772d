import CalendarTime
import WinBack
package import WinBackAnalysis
package import WinBackFormats

/// An engine with everything that its answers need, which the C interface keeps open.
///
/// The output is the same, byte by byte, as that of `winback evaluate --json` for the same inputs.
final class InterfaceEngine: Sendable {
  private let merchandiser: Merchandiser
  private let names: CatalogNames
  /// The locations of the catalog's parts in its text; nil if the format has no known locations.
  private let places: CatalogPlaces?

  private var engine: EligibilityEngine { merchandiser.winBack }

  /// Reads a catalog and rules, and creates the engine.
  ///
  /// - Parameters:
  ///   - catalog: A catalog of any format.
  ///   - rules: A rule set; the App Store's if it is empty.
  ///   - policies: A policy on each line, as `NAME=VALUE`.
  /// - Throws: ``InterfaceFault``, which names the input.
  init(
    catalog: ContiguousArray<UInt8>,
    rules: ContiguousArray<UInt8>,
    policies: String
  ) throws(InterfaceFault) {
    let input = try InterfaceFault.naming(.catalog) { () throws(FormatError) in
      try CatalogInput(reading: catalog)
    }
    places = input.places
    let sets = try InterfaceFault.naming(.rules) { () throws(FormatError) in
      (
        rules.isEmpty ? try CheckedRuleSet.appStore() : try CheckedRuleSet(json: rules),
        try CheckedRuleSet.merchandising(), try CheckedRuleSet.introductoryOffer()
      )
    }
    let policies = try Self.assignments(policies)
    do throws(EngineError) {
      merchandiser = try Merchandiser(
        catalog: input.catalog,
        rules: sets.0,
        screens: sets.1,
        introductory: sets.2,
        policies: policies
      )
    } catch {
      throw InterfaceFault(error)
    }
    names = CatalogNames(merchandiser.winBack)
  }

  private static func assignments(_ text: String) throws(InterfaceFault) -> [String: String] {
    var policies: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else {
        throw InterfaceFault(.policies, "expected NAME=VALUE, found '\(line)'")
      }
      policies[String(parts[0])] = String(parts[1])
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
    let decisions = try decisions(history, asOf: text)
    return JSONWriter.lines(of: decisions) { $0.members(of: $1, explaining: $1.offers) }
  }

  /// Returns the answers in sentences, one line for each timeline.
  func answer(
    _ history: ContiguousArray<UInt8>,
    asOf text: String
  ) throws(InterfaceFault) -> ContiguousArray<UInt8> {
    let decisions = try decisions(history, asOf: text)
    return ContiguousArray(
      decisions.map { Answer($0, among: decisions, names).text + "\n" }.joined().utf8
    )
  }

  private func decisions(
    _ history: ContiguousArray<UInt8>,
    asOf text: String
  ) throws(InterfaceFault) -> [Decision] {
    let now = try instant(text)
    return try InterfaceFault.naming(.history) { () throws(FormatError) in
      try engine.decisions(in: history, asOf: now, showing: merchandiser).customers
        .flatMap { Array($0) }
    }
  }

  private func instant(_ text: String) throws(InterfaceFault) -> Instant {
    do throws(ISO8601Error) {
      return try TimelineDate(iso8601: text).resolved(at: engine.policies.facts.timeZone)
    } catch {
      throw InterfaceFault(.asOf, error.description)
    }
  }

  /// Checks the catalog on a day, and returns the findings of `winback lint --json`.
  func lint(asOf text: String) throws(InterfaceFault) -> ContiguousArray<UInt8> {
    var places = places
    if let excess = engine.catalog.excess {
      let error = places?.message(excess.message, at: excess.place)
      throw error.map { InterfaceFault(.catalog, $0) } ?? InterfaceFault(.catalog, excess.message)
    }
    let now = try instant(text)
    let findings = CatalogLinter(engine, against: nil, asOf: now).findings(except: [])
    return JSONWriter.document { json in
      json.objects("findings", findings) { json, finding in
        let place = places?.message("", at: finding.place)
        json.members(of: finding, at: place.map { ($0.line, $0.column, $0.path) }, suppression: nil)
      }
    }
  }
}

extension JSONWriter {
  /// Writes a finding of lint.
  ///
  /// - Parameters:
  ///   - finding: The finding.
  ///   - place: The location in the catalog's text; nil if it is not known.
  ///   - suppression: The reason for which the finding was accepted; nil if it was not.
  package mutating func members(
    of finding: LintFinding,
    at place: (line: Int, column: Int, path: String)?,
    suppression: String?
  ) {
    member("code", finding.code.rawValue)
    member("severity", finding.code.severity.rawValue)
    member("message", finding.message)
    member("subscriptionGroupIdentifier", finding.group)
    member("productId", finding.productId)
    member("offerId", finding.offerId)
    member("line", place?.line)
    member("column", place?.column)
    member("path", place?.path)
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
