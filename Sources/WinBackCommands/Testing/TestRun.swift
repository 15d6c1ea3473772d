import CEL
import WinBack
import WinBackTesting

/// Reads scenario files and runs what is in them.
struct TestRun {
  let files: ScenarioFiles
  let filter: String?
  /// What stands in for what the files name.
  let standIns: ScenarioStandIns

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
                : TestReport.Fault(
                  status: .badData,
                  diagnostics: suite.errors.map { Diagnostic($0.error, file: $0.file) }
                )
            )
          case .failure(let failure):
            TestReport.File(
              name: name,
              fault: TestReport.Fault(status: failure.status, diagnostics: failure.diagnostics)
            )
          }
        }
    )
  }

  /// Reads all files, each with what it names.
  func suites(
    on console: Console
  ) -> [(name: String, result: Result<ScenarioSuite, CommandFailure>)] {
    var library = ScenarioLibrary(with: standIns) { path throws(UnreadableFile) in
      do throws(CommandFailure) {
        return try InputFile(path).read(on: console)
      } catch {
        throw UnreadableFile(reason: error.diagnostics.map(\.sentence).joined(separator: "; "))
      }
    }
    let suites = files.files.map { file in
      (file.name, Result { () throws(CommandFailure) in try suite(file, &library, on: console) })
    }
    for (file, warning) in library.warnings { console.report(Diagnostic(warning, file: file)) }
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

extension Diagnostic {
  /// The message with its suggestion, without the place.
  fileprivate var sentence: String {
    message + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
  }
}
