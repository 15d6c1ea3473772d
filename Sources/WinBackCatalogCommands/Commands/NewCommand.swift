import BuiltInFiles
import WinBackCommandLine

package struct NewCommand: Command {
  private static let directory = ArgumentDescription(
    "DIRECTORY",
    kind: .directory,
    help: "the folder for the files; it is created if it does not exist"
  )
  private static let from = Option(repeatable: "from", "FILE", .file("json", "storekit"))
    .help(
      "start from these offers: a catalog of any format, responses of App Store Connect, or a StoreKit "
        + "configuration of Xcode; may be repeated"
    )

  static let description = CommandDescription(
    name: "new",
    abstract: "write a folder to start from: offers, customers and tests",
    discussion: """
      All checks of the folder pass. Replace the offers in the catalog with your own, and continue \
      from there. With --from the catalog has your offers, the tests show their criteria at every \
      boundary, and 'winback check' reports what lint finds in your offers. A StoreKit \
      configuration has no criteria: its offers get the widest that App Store Connect takes, for \
      you to change. 'winback check' passes, and names the command that writes the tests. Without \
      win-back offers, the catalog gets an example. The workflow for GitHub goes to the root of the \
      git repository that has the folder. The command never overwrites a file.
      """,
    positionals: [directory],
    options: [from],
    readsProject: false,
    examples: [
      "winback new offers": "a folder 'offers' to start from",
      "winback new offers --from Products.storekit":
        "the same with the offers that you test in Xcode",
    ],
    exitStatuses: [.cannotCreate: "a file exists already, or cannot be created"]
  )

  /// A file with its path within the folder, or within the repository.
  private typealias File = (path: String, contents: [UInt8])

  /// The files of the folder, in the order in which a person should look at them.
  private static let starterFiles: [File] = [
    ("catalog.json", starterCatalog.contents), ("offers.scenarios.json", starterScenarios.contents),
    ("customers/returning.json", starterReturning.contents),
    ("customers/loyal.json", starterLoyal.contents), ("winback.json", starterCheck.contents),
  ]

  /// The path in the repository of the workflow by which GitHub checks each change; GitHub looks for
  /// it in the root of the repository only.
  private static let workflowPath = ".github/workflows/win-back-offers"

  let arguments: ParsedArguments

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    let directory = try arguments.required(Self.directory)
    let repository = Repository(around: directory)
    let workflow = String(decoding: starterWorkflow.contents, as: UTF8.self)
      .replacing(all: "{folder}", by: repository.folder)
    let starter = try starterFiles(in: directory, on: console)
    let files: [File] =
      starter.map { (PathName.path($0.path, inFolder: directory), $0.contents) }
      + [(workflowPath(in: repository, for: workflow), Array(workflow.utf8))]
    // Nothing is written unless all of it can be.
    for file in files where (try? Platform.status(ofPath: file.path)) != nil {
      throw .cannotCreate(file.path, "it exists already, and is not overwritten")
    }
    var created: (files: [String], directories: [String]) = ([], [])
    do throws(CommandFailure) {
      for file in files {
        let parent = file.path.lastIndex(of: "/").map { String(file.path[..<$0]) } ?? "."
        do throws(SystemError) {
          try Platform.createDirectories(parent) { created.directories.append($0) }
        } catch {
          throw CommandFailure.cannotCreate(parent, error.reason)
        }
        try OutputFile(file.path).write(ContiguousArray(file.contents), on: console)
        created.files.append(file.path)
      }
    } catch {
      // A part of the folder would keep the next try from writing all of it.
      for path in created.files { try? Platform.remove(path) }
      for path in created.directories.reversed() { try? Platform.removeDirectory(path) }
      throw error
    }
    var text = files.map { "\($0.path.printable)\n" }.joined()
    if repository.folder != "." {
      text += "\nGitHub runs workflows from the root of the repository only.\n"
    }
    let promise = arguments.has(Self.from) ? "To check it" : "Everything in it passes"
    text += "\n\(promise): winback check \(directory.printable)\n"
    try arguments.output.write(text, on: console)
    return .done
  }

  private func starterFiles(
    in directory: String,
    on console: Console
  ) throws(CommandFailure) -> [File] {
    let paths = arguments[Self.from]
    guard !paths.isEmpty else { return Self.starterFiles }
    // The App Store takes an offer that starts tomorrow, at the earliest.
    let start = CatalogDate.day(console.now.adding(milliseconds: Instant.millisecondsPerDay).date)
    let configured = try storeKitCatalog(paths, startingOn: start, on: console)
    var catalog: Catalog
    if let configured {
      catalog = configured
    } else {
      catalog = try CatalogFiles(paths, on: console).catalog
    }
    let added = catalog.addExample(startingOn: start)
    let written = { ("catalog.json", Array(CatalogWriter.bytes(of: catalog))) }
    guard configured != nil || added != nil else {
      let suite = try SuiteGenerator.file(
        catalog: PathName.path("catalog.json", inFolder: directory),
        catalog,
        rules: RuleSets([], on: console).deciding,
        path: PathName.path("offers.scenarios.json", inFolder: directory),
        on: console
      )
      return [
        written(), ("offers.scenarios.json", Array(suite)), ("winback.json", starterCheck.contents),
      ]
    }
    let offers =
      added.map { product in
        "'\(paths[0])' has no win-back offer: 'catalog.json' has an example for the product "
          + "'\(product)', which asks"
      }
      ?? "a StoreKit configuration has no criteria of eligibility: each offer now asks"
    console.warn(
      "\(offers) for 1 paid month, and from 1 to 24 months since the last subscription; write your own "
        + "into 'catalog.json'"
    )
    // Scenarios would promise customers what nobody has decided yet.
    let check = try Suppressions.check(
      of: catalog,
      in: paths[0],
      reason: "these criteria are only the start",
      on: console
    )
    return [written(), ("winback.json", Array(check))]
  }

  /// Reads a StoreKit configuration as a catalog; nil if the files are others.
  private func storeKitCatalog(
    _ paths: [String],
    startingOn start: CatalogDate,
    on console: Console
  ) throws(CommandFailure) -> Catalog? {
    guard paths.count == 1, paths[0] != "-" else { return nil }
    let file = InputFile(paths[0])
    let read = try file.parse(on: console) { bytes throws(FormatError) in
      try CatalogInput.storeKitCatalog(of: bytes, startingOn: start)
    }
    guard let (catalog, count) = read else { return nil }
    guard catalog.subscriptionGroups.contains(where: { !$0.subscriptions.isEmpty }) else {
      throw .badData(
        "expected a subscription, found a StoreKit configuration without any; only subscriptions have "
          + "win-back offers",
        in: file.name
      )
    }
    if count > 0 {
      console.warn(
        "the price of \(count.counted("offer")) is left out: in a catalog, an offer with a price exists "
          + "only where it has one; 'winback convert --to storekit' keeps it"
      )
    }
    return catalog
  }

  /// Returns the path of the workflow; that of a second folder has the name of the folder.
  private func workflowPath(in repository: Repository, for workflow: String) -> String {
    let path = PathName.path(Self.workflowPath, inFolder: repository.root)
    guard repository.folder != ".", Platform.isThere(path + ".yml") else { return path + ".yml" }
    return "\(path)-\(repository.folder.replacing(all: "/", by: "-")).yml"
  }
}

extension Catalog {
  /// Adds an offer to the first subscription if none has one; returns its product.
  fileprivate mutating func addExample(startingOn start: CatalogDate) -> String? {
    let subscriptions = subscriptionGroups.flatMap(\.subscriptions)
    guard subscriptions.allSatisfy(\.winBackOffers.isEmpty),
      let group = subscriptionGroups.firstIndex(where: { !$0.subscriptions.isEmpty })
    else { return nil }
    subscriptionGroups[group].subscriptions[0].winBackOffers = [.example(startingOn: start)]
    return subscriptionGroups[group].subscriptions[0].productId
  }
}

/// Where a folder lies in the git repository around it.
private struct Repository {
  /// The root of the repository, or the folder itself if there is none.
  let root: String
  /// The folder, from the root.
  let folder: String

  init(around directory: String) {
    let isAbsolute = directory.hasPrefix("/")
    let current = isAbsolute ? "" : (try? Platform.resolvedPath(".")) ?? ""
    let here = current.split(separator: "/")
    let path = PathName.path(directory, from: current + "/").split(separator: "/")
    let count = (0...path.count).reversed().first { count in
      Platform.isThere("/" + path.prefix(count).joined(separator: "/") + "/.git")
    }
    guard let count else {
      root = directory
      folder = "."
      return
    }
    let shared = zip(here, path.prefix(count)).prefix { $0 == $1 }.count
    let up = Array(repeating: ".."[...], count: here.count - shared)
    let steps = (up + path[shared..<count]).joined(separator: "/")
    root = isAbsolute ? "/" + steps : steps.isEmpty ? "." : steps
    folder = count == path.count ? "." : path[count...].joined(separator: "/")
  }
}
