import WinBack
import WinBackFormats

/// What lint has to report, all of it.
struct LintReport: Sendable {
  /// The files of the catalog, as the user named them.
  let file: String
  /// The findings in the order of the catalog, also those that are suppressed.
  let results: [LintResult]
  /// What is wrong with files that cannot be read; there are no findings then.
  var faults: [Diagnostic] = []

  /// The name of the kind of fault that keeps a file from being read.
  static let unreadable = "unreadable"

  /// The findings that nobody has accepted.
  var open: [LintResult] { results.filter { $0.suppression == nil } }

  /// Returns how many open findings there are of a severity.
  func count(_ severity: LintSeverity) -> Int {
    open.count { $0.code.severity == severity }
  }

  var suppressedCount: Int { results.count - open.count }

  /// How many open findings there are of each severity, such as `2 errors`.
  var counts: [String] {
    let counts = LintSeverity.allCases.compactMap { severity -> String? in
      let count = count(severity)
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    return counts.isEmpty ? ["nothing found"] : counts
  }
}

extension LintReport {
  /// Checks that no subscription has more offers than can be compared with each other.
  static func check(_ files: CatalogFiles) throws(CommandFailure) {
    let limit = AppStoreLimits().comparedOffersPerSubscription
    for (group, subscriptions) in files.catalog.subscriptionGroups.map(\.subscriptions).enumerated()
    {
      for (index, subscription) in subscriptions.enumerated() {
        let count = subscription.winBackOffers.count
        guard count > limit else { continue }
        let place = CatalogPlace(group: group, subscription: index).member("winBackOffers")
        var located = files
        let (file, location) = located.location(of: place)
        throw CommandFailure(
          .badData,
          [
            Diagnostic(
              .error,
              "expected at most \(limit.grouped) offers of '\(subscription.productId)', ten times as many "
                + "as the App Store accepts, found \(count.grouped)",
              file: file,
              line: location?.line,
              column: location?.column,
              path: location?.path
            )
          ]
        )
      }
    }
  }

  /// Creates the report of findings in a catalog.
  init(_ files: CatalogFiles, _ findings: [LintFinding], _ suppressions: Suppressions) {
    var files = files
    self.init(
      file: files.name,
      results: findings.map { finding in
        let (file, location) = files.location(of: finding.place)
        return LintResult(
          finding: finding,
          file: file,
          location: location,
          suppression: suppressions.reason(for: finding)
        )
      }
    )
  }
}

/// A finding as it is reported: with its location in the file, and whether somebody has accepted
/// it.
struct LintResult: Sendable {
  let finding: LintFinding
  /// The file that it is about.
  let file: String
  /// The place in the file; nil if it is not known.
  let location: FormatError?
  /// Why the finding is accepted; nil if it is not.
  let suppression: String?

  var code: LintCode { finding.code }
}
