import CalendarTime
import WinBack
import WinBackFormats

struct ConvertCommand: Command {
  private static let input = PositionalDescription(
    "INPUT",
    count: .oneOrMore,
    kind: .file(extensions: ["json", "jsonl", "jws", "csv", "tsv", "storekit"]),
    help: "histories or a catalog of any format; several files are read together; '-' is standard "
      + "input"
  )

  private static let target = Option("to", "FORMAT", .choice(of: ConversionTarget.self)).required
    .help("write this format; histories can only be written as native ones")

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
  private let arguments: ParsedArguments

  init(arguments: ParsedArguments) throws(CommandFailure) {
    target = try arguments.required(Self.target)
    input = try ConversionInput(arguments, paths: arguments.values(Self.input))
    storeKit = try StoreKitOptions(arguments, target: target)
    self.arguments = arguments
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
      try arguments.output.write(bytes, on: console)
    } histories: { histories, first, isEmpty throws(CommandFailure) in
      guard target == .native else {
        if isEmpty {
          throw CommandFailure(
            .badData,
            "expected a catalog, found an empty input",
            file: first.file.name
          )
        }
        throw CommandFailure(
          .wrongUsage,
          "histories can only be converted to 'native', not to '\(target.rawValue)'"
        )
      }
      try arguments.output.withChannel(on: console) { channel throws(CommandFailure) in
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

enum ConversionTarget: String, CaseIterable {
  case native
  case appStoreConnect = "appstoreconnect"
  case storeKit = "storekit"
}

/// The input of a conversion: files that are one input together.
struct ConversionInput: Sendable {
  /// How many bytes are looked at to determine what the input is.
  private static let headSize = 1 << 16

  /// A name, which may be that of two formats.
  struct Format: Sendable {
    let history: HistoryFormat?
    let catalog: CatalogFormat?
  }

  static let format = Option.format(
    .choice(names) { name -> Format? in
      Format(history: HistoryFormat(rawValue: name), catalog: CatalogFormat(rawValue: name))
    }
  )

  private static var names: [String] {
    let histories = ["auto"] + HistoryFormat.allCases.map(\.rawValue)
    return histories + CatalogFormat.allCases.map(\.rawValue).filter { !histories.contains($0) }
  }

  private let histories: HistoryInputOptions
  private let catalogFormat: CatalogFormat?
  private let catalogOptions: CatalogOptions
  private let isVerbose: Bool

  init(_ arguments: ParsedArguments, paths: [String]) throws(CommandFailure) {
    let format = arguments[Self.format]
    histories = try HistoryInputOptions(
      arguments,
      files: paths,
      as: format?.history,
      ownsMapping: !arguments.has(StoreKitOptions.customer)
    )
    catalogFormat = format?.catalog
    catalogOptions = EngineOptions.catalogOptions(in: arguments)
    isVerbose = arguments[.verbose]
  }

  /// Reads the files as what they are; with histories comes the first file, which is open, and whether
  /// it is empty.
  func read(
    on console: Console,
    catalog convertCatalog: (Catalog) throws(CommandFailure) -> Void,
    histories convertHistories: (HistorySource, StreamedInput, Bool) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    try StreamedInput.with(histories.files[0], on: console) { input throws(CommandFailure) in
      let (head, whole) = try input.peeking(Self.headSize)
      let holdsCatalog: Bool
      do throws(FormatError) {
        holdsCatalog = try self.holdsCatalog(head)
      } catch {
        throw CommandFailure(error, in: input.file.name)
      }
      if holdsCatalog {
        try convertCatalog(try catalog(startingWith: whole.readAll(), on: console))
      } else {
        let source = HistorySource(
          options: histories,
          attributes: [],
          timeZone: .utc,
          threads: Platform.processorCount,
          isStrict: true,
          gathers: true,
          console: console
        )
        let isEmpty = head.allSatisfy { $0 <= UInt8(ascii: " ") }
        try convertHistories(source, whole, isEmpty)
      }
    }
  }

  private func catalog(
    startingWith first: ContiguousArray<UInt8>,
    on console: Console
  ) throws(CommandFailure) -> Catalog {
    var text = InputFiles.Text()
    for (index, file) in histories.files.enumerated() {
      text.append(try index == 0 ? first : file.read(on: console), of: file.name)
    }
    do throws(FormatError) {
      let input = try CatalogInput(reading: text.bytes, as: catalogFormat, options: catalogOptions)
      if isVerbose {
        console.report(
          Diagnostic(.note, "read as the format '\(input.format.rawValue)'", file: text.name)
        )
      }
      for warning in input.warnings { console.report(text.diagnostic(.warning, warning)) }
      return input.catalog
    } catch {
      throw CommandFailure(.badData, [text.diagnostic(.error, FormatWarning(error))])
    }
  }

  /// Returns whether the input is a catalog: by its format, or by its looks.
  private func holdsCatalog(_ head: ContiguousArray<UInt8>) throws(FormatError) -> Bool {
    switch (histories.format, catalogFormat) {
    case (nil, _?): true
    case (_?, nil): false
    default: try CatalogFormat.isLikelier(for: head.rawBytes)
    }
  }
}

struct StoreKitOptions: Sendable {
  private static let base = Option("base", "FILE", .file("storekit"))
    .help("with --to storekit, add the offers to this configuration and keep everything else")

  /// The history of the customer whose offers are switched on, of any format.
  static let customer = Option("customer", "FILE", .file("json"))
    .help(
      "with --to storekit, switch on the offers of the customer of this history; '--mapping' says "
        + "what the columns of a table mean"
    )

  static let all = [base, customer]

  private let arguments: ParsedArguments
  private let base: InputFile?
  private let customer: InputFile?
  private let historyOptions: HistoryOptions
  private let engineOptions: EngineOptions

  init(_ arguments: ParsedArguments, target: ConversionTarget) throws(CommandFailure) {
    if target != .storeKit {
      try arguments.expectNone(of: Self.all, "needs '--to storekit', not '--to \(target.rawValue)'")
    }
    self.arguments = arguments
    base = arguments[Self.base].map { InputFile($0) }
    customer = arguments[Self.customer].map { InputFile($0) }
    historyOptions = HistoryInputOptions.options(in: arguments)
    engineOptions = try EngineOptions(arguments, inputs: Self.all)
    if customer == nil {
      try arguments.expectNone(of: [.asOf, .rules, .policy], "needs '--customer'")
    }
  }

  /// Returns the configuration of a catalog, and says where it does not agree with the base.
  func configuration(
    of catalog: Catalog,
    on console: Console
  ) throws(CommandFailure) -> ContiguousArray<UInt8> {
    let eligible = try eligibleOffers(of: catalog, on: console)
    guard let base else {
      for subscription in catalog.subscriptionGroups.flatMap(\.subscriptions)
      where subscription.subscriptionPeriod == nil {
        let product = subscription.productId
        console.warn("the product '\(product)' has no period; it gets one month")
      }
      return StoreKitWriter.bytes(of: catalog, eligible: eligible)
    }
    let update = try base.parse(on: console) { bytes throws(FormatError) in
      try StoreKitUpdate(of: bytes, from: catalog, eligible: eligible)
    }
    InputFormat.report("storekit", update.warnings, file: base, isVerbose: false, on: console)
    return update.bytes
  }

  private func eligibleOffers(
    of catalog: Catalog,
    on console: Console
  ) throws(CommandFailure) -> [String: Set<String>]? {
    guard let customer else { return nil }
    let engine = try engineOptions.engine(of: (catalog, nil), on: console)
    let now = try engineOptions.instant(for: engine, on: console)
    var options = historyOptions
    options.mapping = try HistoryInputOptions.mapping(in: arguments, on: console)
    let decisions = try customer.parse(on: console) { [options] bytes throws(FormatError) in
      try engine.decisions(in: bytes, options: options, asOf: now)
    }
    InputFormat.report(
      decisions.format.rawValue,
      decisions.warnings,
      file: customer,
      isVerbose: arguments[.verbose],
      on: console
    )
    guard decisions.customers.count == 1, let decided = decisions.customers.first else {
      throw CommandFailure(
        .badData,
        "expected the history of one customer, found \(decisions.customers.count)",
        file: customer.name
      )
    }
    return Dictionary(
      decided.map { ($0.subscriptionGroupIdentifier, Set($0.eligibleWinBackOfferIDs)) }
    ) { $0.union($1) }
  }
}
