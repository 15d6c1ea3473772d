package import WinBack
package import WinBackFormats

package struct ScenarioSuite: Sendable {
  package let file: String
  package let engine: EligibilityEngine
  package let setting: EngineSetting
  package let scenarios: [Scenario]
  package let errors: [ScenarioFileError]

  /// The errors for what the file names and its scenarios do not run with.
  package let differences: [FormatError]

  /// Reads a scenario file and the files that it names, whose paths are relative to its own.
  package init(
    json bytes: ContiguousArray<UInt8>,
    file: String,
    _ library: inout ScenarioLibrary
  ) throws(ScenarioFileError) {
    var reader: ScenarioReader
    do {
      let needsCatalog = library.overrides.catalog == nil
      reader = try ScenarioReader(bytes, file: file, needsCatalog: needsCatalog)
    } catch {
      throw ScenarioFileError(file: file, error: error)
    }
    (reader.policies, differences) = try library.overrides.policies(of: reader)
    (engine, setting) = try library.engine(
      catalog: reader.catalog,
      rules: reader.rules,
      policies: reader.policies,
      reader.screenFiles
    )
    self.file = file
    (scenarios, errors) = reader.scenarios(&library)
  }
}
