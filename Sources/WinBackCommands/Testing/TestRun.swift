import CEL
import WinBack
import WinBackFiles
import WinBackTesting

struct TestRun {
  let files: ScenarioFiles
  let filter: String?
  let overrides: ScenarioOverrides

  /// Runs all scenarios; a file that is broken does not keep others from running.
  func report(on console: Console) -> TestReport {
    var library = ScenarioLibrary(with: overrides) { path throws(UnreadableFile) in
      do throws(CommandFailure) {
        return try InputFile(path).read(on: console)
      } catch {
        throw UnreadableFile(reason: error.diagnostics.map(\.sentence).joined(separator: "; "))
      }
    }
    let wanted = filter?.lowercased()
    let read = files.files.map { file -> TestReport.File in
      do throws(CommandFailure) {
        let suite = try suite(file, &library, on: console)
        let errors = suite.errors.map { Diagnostic($0.error, file: $0.file) }
        return TestReport.File(
          name: file.name,
          suite: suite,
          results: suite.scenarios.filter { scenario in
            wanted.map(scenario.name.lowercased().contains(part:)) ?? true
          }.concurrentMap { $0.run() },
          fault: errors.isEmpty ? nil : CommandFailure(.badData, errors)
        )
      } catch {
        return TestReport.File(name: file.name, fault: error)
      }
    }
    for (file, warning) in library.warnings {
      console.report(Diagnostic(.warning, warning, file: file))
    }
    return TestReport(files: files.faults + read)
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
      throw CommandFailure(error.error, in: error.file)
    }
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
