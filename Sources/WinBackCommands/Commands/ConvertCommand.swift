import WinBack
import WinBackFormats

/// `winback convert`: histories and catalogs from one format to another.
struct ConvertCommand: Command {
  private static let input = PositionalDescription(
    "INPUT",
    count: .oneOrMore,
    kind: .file(extensions: ["json", "jsonl", "jws", "csv", "tsv", "storekit"]),
    help: "histories or a catalog of any format; several files are read together; '-' is standard "
      + "input"
  )

  private static let target = Option(
    "to",
    "FORMAT",
    .choice(of: ConversionTarget.self),
    isRequired: true,
    help: "write this format; histories can only be written as native ones"
  )

  static let description = CommandDescription(
    name: "convert",
    abstract: "write histories or a catalog in another format",
    discussion: """
      The answers about a customer are the same before and after, unless a warning says otherwise. \
      What the input does not contain is unknown in the output, and a warning on standard error \
      names it.

      With --to storekit the offers go into a StoreKit configuration for tests in Xcode. Such a \
      file has no criteria, only a switch for each offer. --customer switches on the offers for \
      which that customer is eligible.
      """,
    positionals: [input],
    options: [target] + StoreKitOptions.all + HistoryInputOptions.formatOptions + [
      HistoryInputOptions.sort, ConversionInput.format, .asOf, .rules, .policy,
    ] + EngineOptions.catalogUnknowns + [.output, .verbose],
    examples: [
      "winback convert page-1.json page-2.json statuses.json --to native > histories.jsonl":
        "responses of the App Store Server API, for 'winback score'",
      "winback convert subscriptions.json prices.json --to native > catalog.json":
        "responses of the App Store Connect API",
      "winback convert catalog.json --to storekit --customer alice.json --as-of 2025-01-15 "
        + "> Alice.storekit": "a configuration for Alice in Xcode",
    ],
    exitStatuses: [.done: "converted; see standard error for what could not be known"]
  )

  private let input: ConversionInput
  private let target: ConversionTarget
  private let storeKit: StoreKitOptions
  private let output: OutputFile

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    target = try arguments.required(Self.target)
    input = try ConversionInput(arguments, paths: arguments.values(Self.input))
    storeKit = try StoreKitOptions(arguments, target: target)
    output = OutputFile(arguments[.output])
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    try input.read(on: console) { catalog throws(CommandFailure) in
      warnAboutTerritories(of: catalog, on: console)
      let bytes =
        switch target {
        case .native: CatalogWriter.bytes(of: catalog)
        case .appStoreConnect: ConnectWriter.bytes(of: catalog)
        case .storeKit: try storeKit.configuration(of: catalog, on: console)
        }
      try output.write(bytes, on: console)
    } histories: { histories, first throws(CommandFailure) in
      guard target == .native else {
        throw CommandFailure(
          .wrongUsage,
          "histories can only be converted to 'native', not to '\(target.rawValue)'"
        )
      }
      try output.withChannel(on: console) { channel throws(CommandFailure) in
        try convert(histories, first, to: channel)
      }
    }
    return .done
  }

  /// Warns where the output says something else of territories than the input.
  private func warnAboutTerritories(of catalog: Catalog, on console: Console) {
    let offers = catalog.subscriptionGroups.flatMap(\.subscriptions).flatMap(\.winBackOffers)
    let (changed, message) =
      switch target {
      case .native, .storeKit:
        (
          offers.filter(\.hasUnknownTerritories),
          "the territories of these offers are not known, and the output offers them everywhere: "
        )
      case .appStoreConnect:
        (
          offers.filter { $0.territories.isEmpty && !$0.hasUnknownTerritories },
          "App Store Connect lists territories by prices; these offers exist everywhere and have "
            + "no prices, so their territories are unknown in the output: "
        )
      }
    guard !changed.isEmpty else { return }
    let names = changed.prefix(5).map { "'\($0.offerId)'" }.joined(separator: ", ")
    let more = changed.count > 5 ? " and \(changed.count - 5) more" : ""
    console.warn(message + names + more)
  }

  /// Writes histories as they are read; one is laid out to be read, several are JSON Lines.
  private func convert(
    _ histories: HistorySource,
    _ first: StreamedInput,
    to channel: OutputChannel
  ) throws(CommandFailure) {
    let only: CustomerHistory? = nil
    let (sum, reading) = try histories.reduce(
      with: ConversionWorker(),
      into: (count: 0, only: only),
      first: first
    ) { sum, worker, _ throws(CommandFailure) in
      guard worker.count > 0 else { return }
      if let only = sum.only.take() {
        try channel.write(ConversionWorker.text(of: only, .compact).span)
      } else if sum.count == 0, worker.count == 1 {
        sum = (1, worker.first)
        return
      }
      sum.count += worker.count
      try channel.write(worker.bytes.span)
    }
    if let only = sum.only {
      try channel.write(ConversionWorker.text(of: only, .pretty).span)
    }
    histories.warnAboutSkippedRows(reading)
  }
}

/// A format that is written.
enum ConversionTarget: String, CaseIterable {
  case native
  case appStoreConnect = "appstoreconnect"
  case storeKit = "storekit"
}
