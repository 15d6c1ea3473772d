import WinBackAnalysis
import WinBackFormats

/// What a linter finds in a catalog.
func lint(
  _ catalog: Catalog,
  against live: Catalog? = nil,
  asOf now: String = "2025-01-15",
  policies: [String: String] = [:]
) throws -> [LintFinding] {
  let engine = try EligibilityEngine(catalog: catalog, rules: .appStore(), policies: policies)
  return CatalogLinter(engine, against: live, asOf: instant(now)).findings()
}

/// What a linter finds, as the code and the message of each finding.
func findings(
  _ catalog: Catalog,
  against live: Catalog? = nil,
  asOf now: String = "2025-01-15",
  policies: [String: String] = [:],
  only codes: Set<LintCode>? = nil
) throws -> [String] {
  try lint(catalog, against: live, asOf: now, policies: policies)
    .filter { codes?.contains($0.code) ?? true }
    .map { "\($0.code.rawValue) \($0.message)" }
}
