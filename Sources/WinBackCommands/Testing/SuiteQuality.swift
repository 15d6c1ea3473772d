import WinBack
import WinBackTesting

/// How well the scenarios of one setting test its offers.
struct SuiteQuality: Sendable {
  let setting: EngineSetting
  let coverage: Coverage?
  let mutants: MutationScore?

  /// Measures scenarios, catalog by catalog; those with policies of their own do not count.
  ///
  /// - Parameters:
  ///   - report: The run; scenarios that fail tell nothing about changes.
  ///   - measuresCoverage: Whether coverage is asked for.
  ///   - measuresMutants: Whether the mutation score is asked for.
  /// - Returns: The measures, in the order in which the files first name the settings.
  static func all(
    of report: TestReport,
    coverage measuresCoverage: Bool,
    mutants measuresMutants: Bool
  ) -> [SuiteQuality] {
    guard measuresCoverage || measuresMutants else { return [] }
    var scenarios: [EngineSetting: [Scenario]] = [:]
    for result in report.results {
      scenarios[result.scenario.setting, default: []].append(result.scenario)
    }
    var settings: [(setting: EngineSetting, engine: EligibilityEngine)] = []
    for suite in report.files.compactMap(\.suite)
    where !settings.contains(where: { $0.setting == suite.setting }) {
      settings.append((suite.setting, suite.engine))
    }
    return settings.map { setting, engine in
      let own = scenarios[setting] ?? []
      return SuiteQuality(
        setting: setting,
        coverage: measuresCoverage ? Coverage(of: own, engine) : nil,
        mutants: measuresMutants ? MutationScore(of: own, engine) : nil
      )
    }
  }

  /// The name of the setting: its catalog, and what is not as usual.
  var name: String {
    let policies = setting.policies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return ([setting.catalog] + (setting.rules.map { [$0] } ?? []) + policies)
      .joined(separator: ", ")
  }
}
