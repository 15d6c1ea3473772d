/// `winback new`: a folder to start from.
struct NewCommand: Command {
  private static let directory = PositionalDescription(
    "DIRECTORY",
    kind: .directory,
    help: "where the files go; it is created where it is not there"
  )

  static let description = CommandDescription(
    name: "new",
    abstract: "write a folder to start from: offers, customers and tests",
    discussion: """
      Everything in the folder passes. Put your own offers in the place of those in the catalog, \
      and go on from there. No file is ever overwritten.
      """,
    positionals: [directory],
    options: [],
    examples: [CommandExample("winback new offers", "a folder 'offers' to start from")],
    exitStatuses: [.cannotCreate: "a file is there already, or cannot be created"]
  )

  private let directory: String

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    directory = try arguments.required(Self.directory)
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let folder = directory.hasSuffix("/") ? directory : directory + "/"
    // Nothing is written unless all of it can be.
    for file in StarterFile.all where (try? Platform.status(ofPath: folder + file.path)) != nil {
      throw CommandFailure(
        .cannotCreate,
        "cannot create '\(folder + file.path)': it is there already, and is not overwritten"
      )
    }
    for file in StarterFile.all {
      let path = folder + file.path
      let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
      do {
        try Platform.createDirectories(parent)
      } catch {
        throw CommandFailure(.cannotCreate, "cannot create '\(parent)': \(error.reason)")
      }
      try OutputFile(path).write(file.contents, on: console)
      try console.output.write("\(path.printable)\n")
    }
    try console.output.write("\nEverything in it passes: winback test \(directory.printable)\n")
    return .done
  }
}
