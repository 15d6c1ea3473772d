public import CalendarTime
public import WinBack
public import WinBackAnalysis

/// Something that is wrong with a catalog, or useful to know.
///
/// ```swift
/// #expect(engine.findings(asOf: now).filter { $0.severity != .note } == [])
/// ```
public struct CatalogFinding: Sendable, Hashable {
  /// The kind of finding, such as `never-eligible`; Documentation/Lint has a section for each.
  public let code: String

  /// The severity.
  public let severity: LintSeverity

  /// What was expected and what was found.
  public let message: String

  /// The subscription group.
  public let subscriptionGroupIdentifier: String

  /// The product that it is about; nil if there is none.
  public let productId: String?

  /// The offer that it is about; nil if there is none.
  public let offerId: String?

  /// A customer who shows it; nil if there is none.
  public let example: Witness?

  private let lines: [String]

  init(_ finding: LintFinding) {
    code = finding.code.rawValue
    severity = finding.code.severity
    message = finding.message
    subscriptionGroupIdentifier = finding.group
    productId = finding.productId
    offerId = finding.offerId
    example = finding.example?.witness
    lines =
      ["\(severity.rawValue): \(message) [\(code)] (of \(finding.subject))"]
      + (finding.example.map { ["    such as \($0.sentence)"] } ?? [])
  }
}

extension CatalogFinding: CustomStringConvertible {
  /// The finding as `winback lint` prints it, without the place in a file.
  public var description: String { lines.joined(separator: "\n") }
}

extension LintFinding {
  /// What it is about: an offer, a product or a group.
  package var subject: String { offerId ?? productId ?? group }
}

extension EligibilityEngine {
  /// Returns what is wrong with the catalog, as `winback lint` finds it.
  ///
  /// - Parameters:
  ///   - winBack: The engine of win-back offers, to find promotional offers that never come before them;
  ///     nil if this is not to be found.
  ///   - live: The live catalog, to find changes of what is locked; nil if it is not given.
  ///   - now: The present, which decides whether offers have started.
  /// - Returns: The findings, in the order of the catalog.
  /// - Complexity: O(*o*²) for *o* offers of a group, because all pairs are compared.
  public func findings(
    beside winBack: EligibilityEngine? = nil,
    against live: Catalog? = nil,
    asOf now: Instant
  ) -> [CatalogFinding] {
    CatalogLinter(self, beside: winBack, against: live, asOf: now).findings()
      .map { CatalogFinding($0) }
  }
}
