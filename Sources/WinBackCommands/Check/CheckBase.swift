/// What the catalog is compared with: a state that git has kept, or another folder or catalog.
struct CheckBase: Sendable {
  /// What the user typed.
  let name: String
  private let revision: FileRevision?
  private let configuration: CheckConfiguration

  private static let revisionPrefix = "git:"

  /// Determines what a name stands for: `git:` and a revision, the path of a folder with a
  /// `winback.json`, or that of a catalog.
  init(
    _ name: String,
    of checked: CheckConfiguration,
    on console: Console
  ) throws(CommandFailure) {
    if name.hasPrefix(Self.revisionPrefix) {
      let revision = try FileRevision(
        String(name.dropFirst(Self.revisionPrefix.count)),
        in: checked.directory
      )
      self.name = revision.name
      self.revision = revision
      guard let bytes = try revision.read(checked.file) else {
        configuration = checked
        return
      }
      configuration = try Self.configuration(
        bytes,
        checked.file,
        "\(revision.name):\(checked.file)"
      )
    } else if (try? Platform.status(ofPath: name))?.kind == .directory {
      let file = (name.hasSuffix("/") ? name : name + "/") + CheckConfiguration.fileName
      self.name = name
      revision = nil
      configuration = try Self.configuration(InputFile(file).read(on: console), file, file)
    } else {
      self.name = name
      revision = nil
      var configuration = checked
      configuration.catalogs = [name]
      self.configuration = configuration
    }
  }

  private static func configuration(
    _ bytes: ContiguousArray<UInt8>,
    _ file: String,
    _ shownAs: String
  ) throws(CommandFailure) -> CheckConfiguration {
    do {
      return try CheckConfiguration(bytes, in: file)
    } catch {
      throw CommandFailure(error, in: shownAs)
    }
  }

  /// Reads the catalog, the rules and the policies.
  ///
  /// A file of the catalog that the revision does not have is new, and so are its offers.
  func side(on console: Console) throws(CommandFailure) -> CheckSide {
    guard let revision else {
      return try CheckSide(configuration, on: console) { file throws(CommandFailure) in
        try file.read(on: console)
      }
    }
    var contents: [InputFile: ContiguousArray<UInt8>] = [:]
    var configuration = configuration
    var catalogs: [String] = []
    for path in configuration.catalogs {
      guard let bytes = try revision.read(path) else { continue }
      contents[InputFile(path)] = bytes
      catalogs.append(path)
    }
    configuration.catalogs = catalogs
    return try CheckSide(configuration, on: console) { file throws(CommandFailure) in
      if let bytes = contents[file] { return bytes }
      guard let bytes = try revision.read(file.path) else {
        throw CommandFailure(
          .cannotOpen,
          "cannot open '\(file.name)': '\(revision.name)' has no such file"
        )
      }
      return bytes
    }
  }
}
