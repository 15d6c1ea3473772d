/// Finds the scenario files that paths name: files as they are, and those in directories.
struct ScenarioFiles {
  /// What the name of a scenario file ends with.
  private static let suffix = ".scenarios.json"

  /// How deep directories are searched.
  private static let depthLimit = 32

  private var files: [String] = []
  private var visited: Set<String> = []
  /// The first directory that is too deep.
  private var tooDeep: String?

  /// Returns the files, those of a directory sorted by name; each once.
  ///
  /// A path that is not there is among them, so that reading it says what is wrong.
  ///
  /// - Throws: ``CommandFailure`` if directories are too deep in each other to look into all.
  static func all(in paths: [String]) throws(CommandFailure) -> [InputFile] {
    var search = ScenarioFiles()
    for path in paths { search.add(path) }
    if let tooDeep = search.tooDeep {
      throw CommandFailure(
        .cannotOpen,
        "expected at most \(depthLimit) nested directories, found more: '\(tooDeep)'"
      )
    }
    return search.files.map(InputFile.init)
  }

  private mutating func add(_ path: String) {
    if path != "-", (try? Platform.status(ofPath: path))?.kind == .directory {
      search(path, depth: 0)
    } else if !files.contains(path) {
      files.append(path)
    }
  }

  private mutating func search(_ directory: String, depth: Int) {
    // What may not be read holds nothing for us.
    guard depth < Self.depthLimit else {
      tooDeep = tooDeep ?? directory
      return
    }
    guard let resolved = try? Platform.resolvedPath(directory), visited.insert(resolved).inserted,
      let names = try? Platform.names(inDirectory: directory)
    else { return }
    let folder = directory.hasSuffix("/") ? directory : directory + "/"
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = folder == "./" ? name : folder + name
      guard let kind = (try? Platform.status(ofPath: path))?.kind else { continue }
      if kind == .directory {
        search(path, depth: depth + 1)
      } else if name.hasSuffix(Self.suffix), !files.contains(path) {
        files.append(path)
      }
    }
  }
}
