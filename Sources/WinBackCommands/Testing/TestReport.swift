import WinBackTesting

/// The result of a run of scenarios.
struct TestReport: Sendable {
  /// The result of one file.
  struct File: Sendable {
    let name: String
    /// What was read; nil if nothing could be.
    var suite: ScenarioSuite?
    /// The scenarios that were run, in the order of the file.
    var results: [ScenarioResult] = []
    /// What is wrong with the file; nil if all of it could be read.
    var fault: Fault?
  }

  /// A file that could not be read, or is not what it should be.
  struct Fault: Sendable {
    let status: ExitStatus
    let diagnostics: [Diagnostic]
  }

  let files: [File]
  /// How well the scenarios test their offers, if that is measured.
  var qualities: [SuiteQuality] = []

  /// All results, file by file.
  var results: [ScenarioResult] { files.flatMap(\.results) }

  var passed: Int { results.count(where: \.passed) }

  var failed: Int { results.count - passed }

  /// The number of files that could not be read, or not all of them.
  var broken: Int { files.count { $0.fault != nil } }

  /// The worst of what happened: what cannot be read comes before what fails, and nothing to run is
  /// a failure, too.
  var status: ExitStatus {
    let faults = files.compactMap(\.fault?.status)
    if let worst = faults.max(by: { $0.rawValue < $1.rawValue }) { return worst }
    return failed > 0 || results.isEmpty ? .checkFailed : .done
  }
}
