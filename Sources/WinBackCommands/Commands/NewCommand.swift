import CEL

/// `winback new`: a folder to start from.
struct NewCommand: Command {
  private static let directory = PositionalDescription(
    "DIRECTORY",
    kind: .directory,
    help: "the folder for the files; it is created if it does not exist"
  )

  static let description = CommandDescription(
    name: "new",
    abstract: "write a folder to start from: offers, customers and tests",
    discussion: """
      All checks of the folder pass. Replace the offers in the catalog with your own, and continue \
      from there. The command never overwrites a file.
      """,
    positionals: [directory],
    options: [],
    examples: ["winback new offers": "a folder 'offers' to start from"],
    exitStatuses: [.cannotCreate: "a file exists already, or cannot be created"]
  )

  let arguments: ParsedArguments

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let directory = try arguments.required(Self.directory)
    let repository = Repository(around: directory)
    let files =
      StarterFile.all.map { (path: prefix(directory) + $0.path, contents: $0.contents) }
      + [
        (
          path: prefix(repository.root) + StarterFile.workflowPath,
          contents: StarterFile.workflow(for: repository.folder)
        )
      ]
    // Nothing is written unless all of it can be.
    for file in files where (try? Platform.status(ofPath: file.path)) != nil {
      throw CommandFailure(
        .cannotCreate,
        "cannot create '\(file.path)': it exists already, and is not overwritten"
      )
    }
    var created: (files: [String], directories: [String]) = ([], [])
    do throws(CommandFailure) {
      for file in files {
        let parent = file.path.lastIndex(of: "/").map { String(file.path[..<$0]) } ?? "."
        try createDirectories(parent, &created.directories)
        try OutputFile(file.path).write(file.contents, on: console)
        created.files.append(file.path)
      }
    } catch {
      // A part of the folder would keep the next try from writing all of it.
      for path in created.files { try? Platform.remove(path) }
      for path in created.directories.reversed() { try? Platform.removeDirectory(path) }
      throw error
    }
    for file in files { try console.output.write("\(file.path.printable)\n") }
    try console.output.write("\nEverything in it passes: winback check \(directory.printable)\n")
    return .done
  }

  private func createDirectories(
    _ path: String,
    _ created: inout [String]
  ) throws(CommandFailure) {
    do throws(SystemError) {
      try Platform.createDirectories(path) { created.append($0) }
    } catch {
      throw CommandFailure(.cannotCreate, "cannot create '\(path)': \(error.reason)")
    }
  }

  private func prefix(_ folder: String) -> String {
    folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
  }
}

/// Where a folder lies in the git repository around it.
private struct Repository {
  /// The root of the repository, or the folder itself if there is none.
  let root: String
  /// The folder, from the root.
  let folder: String

  init(around directory: String) {
    let directory = directory.split(separator: "/").joined(separator: "/").isEmpty ? "." : directory
    let isAbsolute = directory.hasPrefix("/")
    var steps = directory.split(separator: "/").filter { $0 != "." }
    var inside: [Substring] = []
    while true {
      let path = (isAbsolute ? "/" : "") + steps.joined(separator: "/")
      let candidate = path.isEmpty ? "." : path
      if (try? Platform.status(ofPath: candidate + "/.git")) != nil {
        root = candidate
        folder = inside.isEmpty ? "." : inside.joined(separator: "/")
        return
      }
      // What goes up from here is not looked into.
      guard let last = steps.popLast(), last != ".." else { break }
      inside.insert(last, at: 0)
    }
    root = directory
    folder = "."
  }
}

/// A file that `winback new` writes.
struct StarterFile {
  /// The path within the folder, or within the repository.
  let path: String
  let contents: String

  private init(path: String, _ bytes: [UInt8]) {
    self.path = path
    contents = String(decoding: bytes, as: UTF8.self)
  }

  /// The files of the folder, in the order in which a person should look at them.
  static let all: [StarterFile] = [
    StarterFile(path: "catalog.json", PackageResources.catalog_json),
    StarterFile(path: "offers.scenarios.json", PackageResources.offers_scenarios_json),
    StarterFile(path: "customers/returning.json", PackageResources.returning_json),
    StarterFile(path: "customers/loyal.json", PackageResources.loyal_json),
    StarterFile(path: "winback.json", PackageResources.winback_json),
  ]

  /// The path in the repository of the workflow by which GitHub checks each change; GitHub looks for
  /// it in the root of the repository only.
  static let workflowPath = ".github/workflows/win-back-offers.yml"

  /// Returns the workflow for a folder of the repository.
  static func workflow(for folder: String) -> String {
    String(decoding: PackageResources.win_back_offers_yml, as: UTF8.self)
      .replacing(all: "{folder}", by: folder)
  }
}
