public import WinBackAnalysis

/// Something that is wrong with a catalog, or useful to know.
///
/// ```swift
/// #expect(engine.findings(asOf: now).filter { $0.severity != .note } == [])
/// ```
public struct CatalogFinding: Sendable, Hashable {
  /// The kind of finding, such as `never-eligible`; Documentation/Lint has a section for each.
  public var code: String { finding.code.rawValue }

  /// The severity.
  public var severity: LintSeverity { finding.code.severity }

  /// What was expected and what was found.
  public var message: String { finding.message }

  /// The subscription group.
  public var subscriptionGroupIdentifier: String { finding.group }

  /// The product that it is about; nil if there is none.
  public var productId: String? { finding.productId }

  /// The offer that it is about; nil if there is none.
  public var offerId: String? { finding.offerId }

  /// A customer who shows it; nil if there is none.
  public var example: Witness? { finding.example?.witness }

  let finding: LintFinding
}

extension CatalogFinding: CustomStringConvertible {
  /// The finding as `winback lint` prints it, without the place in a file.
  public var description: String {
    "\(severity.rawValue): \(message) [\(code)] (of \(finding.subject))"
      + (finding.example.map { "\n    such as \($0.sentence)" } ?? "")
  }
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
      .map { CatalogFinding(finding: $0) }
  }
}
