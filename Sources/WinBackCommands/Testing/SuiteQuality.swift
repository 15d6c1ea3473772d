import WinBack
import WinBackTesting

/// How well the scenarios of one setting test its offers.
struct SuiteQuality: Sendable {
  let setting: EngineSetting
  let coverage: Coverage?
  let mutants: MutationScore?

  /// Measures scenarios, catalog by catalog.
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
    var settings: [EngineSetting] = []
    var scenarios: [EngineSetting: [Scenario]] = [:]
    for result in report.results {
      let setting = result.scenario.setting
      if !settings.contains(setting) { settings.append(setting) }
      scenarios[setting, default: []].append(result.scenario)
    }
    return settings.compactMap { setting in
      guard let own = scenarios[setting], let engine = own.first?.engine else { return nil }
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
