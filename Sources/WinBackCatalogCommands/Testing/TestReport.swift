import WinBackCommandLine

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

  /// What is wrong with files, in their order.
  var faults: [CommandFailure] { files.compactMap(\.fault) }

  var broken: Int { faults.count }

  /// What scenario files name, and is not what they run with.
  var differences: [Diagnostic] {
    files.flatMap { file in
      (file.suite?.differences ?? []).map { Diagnostic(.error, $0, file: file.name) }
    }
  }

  /// The worst of what happened: what cannot be read comes before what fails, and nothing to run is
  /// a failure, too.
  var status: ExitStatus {
    faults.worstStatus ?? (failed > 0 || results.isEmpty ? .checkFailed : .done)
  }
}

extension TestReport {
  /// Runs all scenarios, or those with a text in their names; a file that is broken does not keep others
  /// from running.
  init(
    running files: ScenarioFiles,
    named filter: String? = nil,
    with overrides: ScenarioOverrides,
    on console: Console
  ) {
    var library = ScenarioLibrary(with: overrides) { path throws(UnreadableFile) in
      do throws(CommandFailure) {
        return try InputFile(path).read(on: console)
      } catch {
        throw UnreadableFile(reason: error.diagnostics.map(\.sentence).joined(separator: "; "))
      }
    }
    let wanted = filter?.lowercased()
    let read = files.files.map { file -> File in
      do throws(CommandFailure) {
        let suite = try Self.suite(file, &library, on: console)
        let errors = suite.errors.map { Diagnostic(.error, $0.error, file: $0.file) }
        return File(
          name: file.name,
          suite: suite,
          results: suite.scenarios.filter { scenario in
            wanted.map(scenario.name.lowercased().contains(part:)) ?? true
          }.concurrentMap { $0.run() },
          fault: errors.isEmpty ? nil : CommandFailure(.badData, errors)
        )
      } catch {
        return File(name: file.name, fault: error)
      }
    }
    for (file, warning) in library.warnings {
      console.report(Diagnostic(.warning, warning, file: file))
    }
    self.init(files: files.faults + read)
  }

  private static func suite(
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

extension [CommandFailure] {
  var worstStatus: ExitStatus? { map(\.status).max { $0.rawValue < $1.rawValue } }
}

/// Finds the scenario files that paths name: files as they are, and those in directories.
struct ScenarioFiles {
  static let suffix = ".scenarios.json"
  private static let depthLimit = 32

  /// The files, those of a directory sorted by name; each once.
  ///
  /// A path that is not there is among them, so that reading it says what is wrong.
  private(set) var files: [InputFile] = []

  /// What cannot be looked into, and may have scenarios.
  private(set) var faults: [TestReport.File] = []

  private var visited: Set<String> = []

  init(in paths: [String]) {
    for path in paths {
      if path != "-", (try? Platform.status(ofPath: path))?.kind == .directory {
        search(path, depth: 0)
      } else {
        add(path)
      }
    }
  }

  private mutating func add(_ path: String) {
    if !files.contains(InputFile(path)) { files.append(InputFile(path)) }
  }

  private mutating func addFault(_ path: String, _ message: String) {
    let fault = CommandFailure(.cannotOpen, message, file: path)
    faults.append(TestReport.File(name: path, fault: fault))
  }

  private mutating func search(_ directory: String, depth: Int) {
    guard depth < Self.depthLimit else {
      let message = "expected at most \(Self.depthLimit) nested directories, found more"
      return addFault(directory, message)
    }
    let names: [String]
    do throws(SystemError) {
      guard visited.insert(try Platform.resolvedPath(directory)).inserted else { return }
      names = try Platform.names(inDirectory: directory)
    } catch {
      return addFault(directory, "cannot look for scenarios: \(error.reason)")
    }
    for name in names.ordered() where !name.hasPrefix(".") {
      let path = PathName.path(name, inFolder: directory)
      do throws(SystemError) {
        if try Platform.status(ofPath: path).kind == .directory {
          search(path, depth: depth + 1)
        } else if name.hasSuffix(Self.suffix) {
          add(path)
        }
      } catch {
        // Bytes that are not UTF-8 were replaced, so nothing has the name that is left.
        if error == .noSuchFile, name.contains("\u{FFFD}") {
          addFault(path, "expected a name in UTF-8")
        } else if name.hasSuffix(Self.suffix) {
          add(path)
        } else if error != .noSuchFile, error != .linkLoop {
          addFault(path, "cannot look for scenarios: \(error.reason)")
        }
      }
    }
  }
}

extension TestReport {
  func annotations(_ shortfalls: [Diagnostic]) -> [GitHubCommand] {
    files.flatMap { file in
      GitHubCommand.all(
        file.fault?.diagnostics ?? [],
        title: LintReport.unreadable,
        fallback: file.name
      )
    } + failureAnnotations
      + GitHubCommand.all(shortfalls, title: "winback test", fallback: files.first?.name ?? "")
  }

  var failureAnnotations: [GitHubCommand] {
    results.flatMap { result in
      let scenario = result.scenario
      let faults = scenario.diagnostics.map { ($0.line ?? scenario.line, $0.message) }
      let failures = result.failures.map { failure in
        let lines = [scenario.sentence(about: failure)] + failure.reasons
        return (failure.expectation.line, lines.joined(separator: "\n"))
      }
      let diagnostics = (faults + failures).map { line, message in
        Diagnostic(.error, message, file: scenario.file, line: line)
      }
      return GitHubCommand.all(diagnostics, title: scenario.name, fallback: scenario.file)
    }
  }
}
