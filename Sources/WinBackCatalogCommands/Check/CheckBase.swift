import WinBackCommandLine

/// What a change is compared with, and the files that its own `winback.json` names.
struct CheckBase: Sendable {
  /// The base as messages name it.
  let name: String
  let side: CheckSide
  /// Its own file; nil if it has none.
  var configuration: CheckConfiguration?
  fileprivate var revision: FileRevision?
  /// Where its files can be read, also those of a revision but for scenarios.
  fileprivate let console: Console

  /// Returns whether files differ from those of the change.
  func isOther(_ paths: [String], _ others: [String]) -> Bool {
    paths.map { try? InputFile($0).read(on: console) }
      != others.map { try? InputFile($0).read(on: console) }
  }

  /// Returns the scenarios, as far as they can be read.
  func scenarios(of configuration: CheckConfiguration) -> [Scenario] {
    let paths = configuration.scenarios ?? [configuration.directory]
    var overrides = side.overrides
    overrides.source = nil
    var library = ScenarioLibrary(with: overrides) { path throws(UnreadableFile) in
      guard let bytes = read(path) else { throw UnreadableFile(reason: "cannot read '\(path)'") }
      return bytes
    }
    return files(in: paths).flatMap { file -> [Scenario] in
      guard let bytes = read(file) else { return [] }
      return (try? ScenarioSuite(json: bytes, file: file, &library))?.scenarios ?? []
    }
  }

  /// Returns the contents of a file that scenarios need; nil if it cannot be read.
  private func read(_ path: String) -> ContiguousArray<UInt8>? {
    guard let revision else { return try? InputFile(path).read(on: console) }
    return (try? revision.read(path)) ?? nil
  }

  /// Returns the scenario files that paths name.
  private func files(in paths: [String]) -> [String] {
    guard let revision else { return ScenarioFiles(in: paths).files.map(\.path) }
    return ((try? revision.files()) ?? []).filter { file in
      paths.contains { path in
        file == path
          || file.hasPrefix(PathName.path("", inFolder: path))
            && file.hasSuffix(ScenarioFiles.suffix)
      }
    }
  }
}

extension CheckConfiguration {
  private static let revisionPrefix = "git:"

  /// Reads what the catalog is compared with: `git:` and a revision, the path of a folder with a
  /// `winback.json`, or that of a catalog.
  ///
  /// The name of the result is without `git:`.
  func base(_ name: String, on console: Console) throws(CommandFailure) -> CheckBase {
    if name.hasPrefix(Self.revisionPrefix) {
      let name = String(name.dropFirst(Self.revisionPrefix.count))
      return try base(FileRevision(name, in: directory), on: console)
    }
    guard let path = Self.path(named: name) else {
      var configuration = self
      configuration.project.texts["catalog"] = [name]
      return CheckBase(name: name, side: try side(of: configuration, on: console), console: console)
    }
    let configuration = try CheckConfiguration(at: path, on: console)
    return CheckBase(
      name: name,
      side: try side(of: configuration, on: console),
      configuration: configuration,
      console: console
    )
  }

  /// Reads the side of a base; it evaluates the customers of the change, as complete as these are.
  private func side(
    of base: CheckConfiguration,
    on console: Console
  ) throws(CommandFailure) -> CheckSide {
    var project = base.project
    project.texts["dataThrough"] = self.project.texts["dataThrough"]
    return try CheckSide(project, on: console)
  }

  private func base(
    _ revision: FileRevision,
    on console: Console
  ) throws(CommandFailure) -> CheckBase {
    let prefix = "\(revision.name):"
    let path = PathName.path(name, from: revision.folder)
    var console = console
    var configuration = self
    var hasOwn = false
    if let bytes = try revision.read(path) {
      console.memory[prefix + path] = .text(bytes)
      configuration = try CheckConfiguration(at: prefix + path, as: path, on: console)
      hasOwn = true
    } else {
      // What the present file names decides in the folder of the revision, too.
      let project = try CheckConfiguration(at: file, as: path, on: console).project
      let catalogs = project.texts["catalog"] ?? []
      configuration.project.texts["catalog"] = try Self.present(catalogs, revision, path)
    }
    // Scenarios name other files, which are read when they are needed.
    let keys = hasOwn ? ["catalog", "rules", "mapping", "histories", "live"] : ["catalog"]
    for key in keys {
      for (index, file) in (configuration.project.texts[key] ?? []).enumerated() {
        let name = prefix + file
        configuration.project.texts[key]?[index] = name
        let isNeeded = key == "catalog" || key == "rules"
        if let bytes = isNeeded ? try revision.read(file) : try? revision.read(file) {
          console.memory[name] = .text(bytes)
        } else if isNeeded {
          let message = "expected the file '\(name)', which this file names, found none"
          throw .badData(message, in: prefix + path)
        }
      }
    }
    return CheckBase(
      name: revision.name,
      side: try side(of: configuration, on: console),
      configuration: hasOwn ? configuration : nil,
      revision: revision,
      console: console
    )
  }

  /// Returns those of the catalog's files that a revision without a `winback.json` has.
  ///
  /// - Throws: ``CommandFailure`` if one may only have been moved: its offers are not new then.
  private static func present(
    _ catalogs: [String],
    _ revision: FileRevision,
    _ configuration: String
  ) throws(CommandFailure) -> [String] {
    var present: [String] = []
    for path in catalogs where try revision.read(path) != nil { present.append(path) }
    guard present.count < catalogs.count else { return present }
    for path in try revision.lostFiles() where path.hasSuffix(".json") {
      let isCatalog =
        try revision.read(path).map { (try? CatalogInput(reading: $0)) != nil } ?? false
      guard isCatalog || path.split(separator: "/").last == ProjectFile.name[...] else { continue }
      throw .badData(
        "'\(revision.name)' has no '\(configuration)', and its file '\(path)' is not there any "
          + "more: if the offers were moved, check out '\(revision.name)' in another folder, and "
          + "use '--base' with that folder"
      )
    }
    return present
  }
}
