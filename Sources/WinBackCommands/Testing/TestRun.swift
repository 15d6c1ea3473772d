import CEL
import WinBack
import WinBackTesting

struct TestRun {
  let files: ScenarioFiles
  let filter: String?
  let overrides: ScenarioOverrides

  /// Runs all scenarios; a file that is broken does not keep others from running.
  ///
  /// - Complexity: O(*n*) in the number of scenarios, on all processors.
  func report(on console: Console) -> TestReport {
    TestReport(
      files: files.faults
        + suites(on: console).map { name, result in
          switch result {
          case .success(let suite):
            TestReport.File(
              name: name,
              suite: suite,
              results: suite.scenarios.filter(isSelected).concurrentMap { $0.run() },
              fault: suite.errors.isEmpty
                ? nil
                : CommandFailure(
                  .badData,
                  suite.errors.map { Diagnostic($0.error, file: $0.file) }
                )
            )
          case .failure(let failure):
            TestReport.File(name: name, fault: failure)
          }
        }
    )
  }

  func suites(
    on console: Console
  ) -> [(name: String, result: Result<ScenarioSuite, CommandFailure>)] {
    var library = ScenarioLibrary(with: overrides) { path throws(UnreadableFile) in
      do throws(CommandFailure) {
        return try InputFile(path).read(on: console)
      } catch {
        throw UnreadableFile(reason: error.diagnostics.map(\.sentence).joined(separator: "; "))
      }
    }
    let suites = files.files.map { file in
      (file.name, Result { () throws(CommandFailure) in try suite(file, &library, on: console) })
    }
    for (file, warning) in library.warnings {
      console.report(Diagnostic(.warning, warning, file: file))
    }
    return suites
  }

  private func suite(
    _ file: InputFile,
    _ library: inout ScenarioLibrary,
    on console: Console
  ) throws(CommandFailure) -> ScenarioSuite {
    let bytes = try file.read(on: console)
    do {
      return try ScenarioSuite(json: bytes, file: file.name, &library)
    } catch {
      throw CommandFailure(.badData, [Diagnostic(error.error, file: error.file)])
    }
  }

  private func isSelected(_ scenario: Scenario) -> Bool {
    guard let filter else { return true }
    return scenario.name.lowercased().contains(part: filter.lowercased())
  }
}

struct TestReport: Sendable {
  struct File: Sendable {
    let name: String
    /// What was read; nil if nothing could be.
    var suite: ScenarioSuite?
    /// The scenarios that were run, in the order of the file.
    var results: [ScenarioResult] = []
    /// What is wrong with the file; nil if all of it could be read.
    var fault: CommandFailure?
  }

  let files: [File]
  /// How well the scenarios test their offers, if that is measured.
  var qualities: [SuiteQuality] = []

  var results: [ScenarioResult] { files.flatMap(\.results) }

  var passed: Int { results.count(where: \.passed) }

  var failed: Int { results.count - passed }

  var broken: Int { files.count { $0.fault != nil } }

  /// The worst of what happened: what cannot be read comes before what fails, and nothing to run is
  /// a failure, too.
  var status: ExitStatus {
    let faults = files.compactMap(\.fault?.status)
    if let worst = faults.max(by: { $0.rawValue < $1.rawValue }) { return worst }
    return failed > 0 || results.isEmpty ? .checkFailed : .done
  }
}
