import CEL
import CalendarTime
import WinBack
import WinBackAnalysis
import WinBackCommandLine
import WinBackFiles
import WinBackFormats
import WinBackTesting

/// What a change is compared with, and the files that its own `winback.json` names.
struct CheckBase: Sendable {
  /// The base as messages name it.
  let name: String
  let side: CheckSide
  /// Its own file; nil if it has none.
  var configuration: CheckConfiguration?
  fileprivate var revision: FileRevision?
  fileprivate let console: Console

  /// Returns the contents of a file; nil if it cannot be read.
  private func read(_ path: String) -> ContiguousArray<UInt8>? {
    guard let revision else { return try? InputFile(path).read(on: console) }
    return (try? revision.read(path)) ?? nil
  }

  /// Returns whether files differ from those of the change.
  func isOther(_ paths: [String], _ others: [String]) -> Bool {
    paths.map(read) != others.map { try? InputFile($0).read(on: console) }
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

  /// Returns the scenario files that paths name.
  private func files(in paths: [String]) -> [String] {
    guard let revision else { return ScenarioFiles(in: paths).files.map(\.path) }
    return ((try? revision.files()) ?? []).filter { file in
      paths.contains { path in
        let folder = path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
        return file == path || file.hasPrefix(folder) && file.hasSuffix(ScenarioFiles.suffix)
      }
    }
  }

  /// Returns the catalog of some files; nil if it cannot be read.
  func catalog(_ paths: [String]) -> Catalog? {
    files(paths).flatMap { try? CatalogFiles($0.names, on: $0.console).catalog }
  }

  func customerCount(_ paths: [String], _ side: CheckSide, on console: Console) -> Int? {
    files(paths).flatMap { Self.customerCount($0.names, side, on: $0.console) }
  }

  /// Returns how many customers files have; nil if they cannot be read.
  static func customerCount(_ paths: [String], _ side: CheckSide, on console: Console) -> Int? {
    guard !paths.isEmpty else { return 0 }
    let files = HistoryFiles(paths.map(InputFile.init), of: "winback check")
    var source = HistorySource(files, for: side.engine, on: console)
    source.threads = Platform.processorCount
    return try? source.answers(
      after: side.engine.index.symbols,
      into: 0,
      with: (),
      adding: { $0 += $1 }
    ) { count, _, _, _ in count += 1 }.0
  }

  /// Returns names of files and a console on which they can be read.
  private func files(_ paths: [String]) -> (names: [String], console: Console)? {
    guard let revision else { return (paths, console) }
    var console = console
    var names: [String] = []
    for path in paths {
      guard let bytes = read(path) else { return nil }
      names.append("\(revision.name):\(path)")
      console.memory[names[names.count - 1]] = .text(bytes)
    }
    return (names, console)
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
    if let path = Self.path(named: name) {
      let configuration = try CheckConfiguration(at: path, on: console)
      let side = try CheckSide(configuration, on: console)
      return CheckBase(name: name, side: side, configuration: configuration, console: console)
    }
    var configuration = self
    configuration.settings.catalogs = [name]
    return CheckBase(name: name, side: try CheckSide(configuration, on: console), console: console)
  }

  private func base(
    _ revision: FileRevision,
    on console: Console
  ) throws(CommandFailure) -> CheckBase {
    let prefix = "\(revision.name):"
    let path = PathName.path(name, from: revision.folder)
    var configuration = self
    var console = console
    var known: CheckConfiguration?
    if let bytes = try revision.read(path) {
      console.memory[prefix + path] = .text(bytes)
      configuration = try CheckConfiguration(at: prefix + path, as: path, on: console)
      known = configuration
      configuration.settings.rules = configuration.settings.rules.map { prefix + $0 }
    } else {
      // What the present file names decides in the folder of the revision, too.
      let catalogs = try CheckConfiguration(at: file, as: path, on: console).settings.catalogs
      configuration.settings.catalogs = try Self.present(catalogs, revision, path)
    }
    configuration.settings.catalogs = configuration.settings.catalogs.map { prefix + $0 }
    let settings = configuration.settings
    let names = settings.catalogs + settings.rules
    for name in names where name.hasPrefix(prefix) {
      guard let bytes = try revision.read(String(name.dropFirst(prefix.count))) else {
        let message = "expected the file '\(name)', which this file names, found none"
        throw .badData(message, in: prefix + path)
      }
      console.memory[name] = .text(bytes)
    }
    return CheckBase(
      name: revision.name,
      side: try CheckSide(configuration, on: console),
      configuration: known,
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
