import CEL
import WinBackFiles

/// Finds the scenario files that paths name: files as they are, and those in directories.
struct ScenarioFiles {
  private static let suffix = ".scenarios.json"
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
    let folder = directory.hasSuffix("/") ? directory : directory + "/"
    for name in names.ordered() where !name.hasPrefix(".") {
      let path = folder == "./" ? name : folder + name
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
