import WinBackCommandLine

package struct ConvertCommand: Command {
  private static let input = ArgumentDescription(
    "INPUT",
    isRepeatable: true,
    kind: .file(extensions: ["json", "jsonl", "jws", "csv", "tsv", "storekit"]),
    help: "histories or a catalog of any format; several files are read together; '-' is standard "
      + "input"
  )
  private static let target = Option("to", "FORMAT", .choice(of: ConversionTarget.self)).required
    .help("write this format; histories can only be written as native ones")

  /// The format of histories or of a catalog, or of both by one name.
  private static let format = Option.format(
    .choice(formatNames) { name -> (history: HistoryFormat?, catalog: CatalogFormat?)? in
      (HistoryFormat(rawValue: name), CatalogFormat(rawValue: name))
    }
  )

  private static var formatNames: [String] {
    let histories = ["auto"] + HistoryFormat.allCases.map(\.rawValue)
    return histories + CatalogFormat.allCases.map(\.rawValue).filter { !histories.contains($0) }
  }

  static let description = CommandDescription(
    name: "convert",
    abstract: "write histories or a catalog in another format",
    discussion: """
      The answers about a customer are the same before and after, unless a warning says otherwise. \
      What the input does not contain is unknown in the output, and a warning on standard error \
      names it.

      With --to storekit the offers go into a StoreKit configuration for tests in Xcode. Such a \
      file has no criteria, only a switch for each offer. With the history of a customer among the \
      files, the offers for which that customer is eligible are switched on. With a StoreKit \
      configuration among them, the offers are added to it, and everything else in it stays. Without \
      a catalog among them, that of winback.json is converted.
      """,
    positionals: [input],
    options: [target, pseudonymize] + ParsedArguments.catalogReading + [format]
      + HistoryInputOptions.formatOptions + [
        HistoryInputOptions.sort, .asOf, .rules, .policy,
      ],
    examples: [
      "winback convert page-1.json page-2.json statuses.json --to native > histories.jsonl":
        "responses of the App Store Server API, for 'winback score'",
      "winback convert subscriptions.json prices.json --to native > catalog.json":
        "responses of the App Store Connect API",
      "winback convert alice.json --to native --pseudonymize file:key":
        "a history that does not name the customer, for a report of an error",
      "winback convert catalog.json alice.json --to storekit --as-of 2025-01-15 > Alice.storekit":
        "a configuration for Alice in Xcode",
    ],
    exitStatuses: [.done: "converted; see standard error for what could not be known"]
  )

  /// How many bytes are looked at to determine what the input is.
  private static let headSize = 1 << 16

  private let arguments: ParsedArguments
  private let target: ConversionTarget
  private let histories: HistoryFiles
  private let catalogFormat: CatalogFormat?

  init(arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    target = try arguments.required(Self.target)
    let format = arguments[Self.format]
    catalogFormat = format?.catalog
    histories = try HistoryFiles(
      arguments,
      files: arguments.values(Self.input),
      as: format?.history
    )
  }

  func run(on console: Console) throws(CommandFailure) -> ExitStatus {
    guard target == .native else {
      try makeConfiguration(on: console)
      return .done
    }
    try arguments.expectNone(of: [.asOf], "needs '--to storekit'")
    try histories.files[0].withInput(on: console) { input throws(CommandFailure) in
      let (head, whole) = try input.peeking(Self.headSize)
      let isCatalog = try input.file.parsing { () throws(FormatError) in try holdsCatalog(head) }
      if isCatalog {
        try convertCatalog(startingWith: whole.readAll(), on: console)
      } else {
        try convertHistories(startingWith: whole, on: console)
      }
    }
    return .done
  }

  private func holdsCatalog(_ head: ContiguousArray<UInt8>) throws(FormatError) -> Bool {
    switch (histories.format, catalogFormat) {
    case (nil, _?): true
    case (_?, nil): false
    default: try CatalogFormat.isLikelier(for: head.rawBytes)
    }
  }

  // MARK: - Catalogs

  private func convertCatalog(
    startingWith first: ContiguousArray<UInt8>,
    on console: Console
  ) throws(CommandFailure) {
    try arguments.expectNone(of: [Self.pseudonymize], "needs histories, found a catalog")
    var files = console
    files.memory[histories.files[0].path] = .text(first)
    let catalog = try catalog(histories.files.map(\.path), on: files)
    try arguments.output.write(CatalogWriter.bytes(of: catalog), on: console)
  }

  private func catalog(_ paths: [String], on console: Console) throws(CommandFailure) -> Catalog {
    try CatalogFiles(paths, as: catalogFormat, arguments.catalogOptions, on: console).catalog
  }

  // MARK: - StoreKit configurations

  /// Makes a configuration of a catalog; the other files are the one that it is added to, and a customer.
  private func makeConfiguration(on console: Console) throws(CommandFailure) {
    try arguments.expectNone(of: [Self.pseudonymize], "needs '--to native'")
    var files = console
    var catalogs: [String] = []
    var base: InputFile?
    var customer: InputFile?
    for file in histories.files {
      let bytes = try file.read(on: console)
      files.memory[file.path] = .text(bytes)
      // What is not clear is a history, whose reader says what is wrong with it.
      let isCatalog = (try? CatalogFormat.isLikelier(for: bytes.rawBytes)) ?? false
      if CatalogInput.isStoreKitConfiguration(bytes) {
        try expectOne(base, file, "StoreKit configuration")
        base = file
      } else if isCatalog || catalogFormat != nil {
        catalogs.append(file.path)
      } else {
        try expectOne(customer, file, "file with a customer")
        customer = file
      }
    }
    if catalogs.isEmpty { catalogs = arguments.project?.texts["catalog"] ?? [] }
    guard !catalogs.isEmpty else {
      throw CommandFailure(.badData, "expected a catalog, found none", file: histories.name)
    }
    let catalog = try catalog(catalogs, on: files)
    let eligible = try customer.map { file throws(CommandFailure) in
      try eligibleOffers(of: catalog, for: file, on: files)
    }
    if customer == nil { try arguments.expectNone(of: [.asOf], "needs a history among the files") }
    let bytes = try configuration(of: catalog, in: base, eligible: eligible, on: files)
    try arguments.output.write(bytes, on: console)
  }

  private func expectOne(
    _ known: InputFile?,
    _ found: InputFile,
    _ what: String
  ) throws(CommandFailure) {
    guard let known else { return }
    throw CommandFailure(
      .badData,
      "expected one \(what), found '\(known.name)' and '\(found.name)'"
    )
  }

  /// Warns of offers whose territories are unknown, since a StoreKit configuration cannot say so.
  private func warnAboutTerritories(of catalog: Catalog, on console: Console) {
    let changed = catalog.subscriptionGroups.flatMap(\.subscriptions).flatMap(\.winBackOffers)
      .filter(\.hasUnknownTerritories)
    guard !changed.isEmpty else { return }
    let names = changed.prefix(5).map { "'\($0.offerId)'" }.joined(separator: ", ")
    let more = changed.count > 5 ? " and \((changed.count - 5).grouped) more" : ""
    console.warn(
      "the territories of these offers are not known, and the output offers them everywhere: "
        + names + more
    )
  }

  // MARK: - Histories

  /// Writes histories as they are read; one is laid out to be read, several are JSON Lines.
  private func convertHistories(
    startingWith first: StreamedInput,
    on console: Console
  ) throws(CommandFailure) {
    var source = HistorySource(histories, for: nil, on: console)
    source.threads = Platform.processorCount
    source.isStrict = true
    source.gathers = true
    let pseudonyms = try Pseudonyms.asked(by: arguments, on: console)
    try arguments.output.withChannel(on: console) { channel throws(CommandFailure) in
      let only: (history: CustomerHistory, line: ContiguousArray<UInt8>)? = nil
      let (sum, reading) = try source.reduce(
        with: ConversionWorker(pseudonyms),
        into: (count: 0, only: only),
        first: first
      ) { sum, worker, _ throws(CommandFailure) in
        guard let history = worker.first else { return }
        if let only = sum.only.take() {
          try channel.write(only.line.span, stopsUnread: true)
        } else if sum.count == 0, worker.count == 1 {
          sum = (1, (history, worker.bytes))
          return
        }
        sum.count += worker.count
        try channel.write(worker.bytes.span, stopsUnread: true)
      }
      if let only = sum.only {
        var writer = JSONWriter(.pretty)
        writer.history(only.history)
        writer.endLine()
        try channel.write(writer.bytes.span)
      }
      source.warnAboutSkippedRows(reading)
    }
  }

  private func configuration(
    of catalog: Catalog,
    in base: InputFile?,
    eligible: [String: Set<String>]?,
    on console: Console
  ) throws(CommandFailure) -> ContiguousArray<UInt8> {
    warnAboutTerritories(of: catalog, on: console)
    guard let base else {
      for subscription in catalog.subscriptionGroups.flatMap(\.subscriptions) {
        let product = subscription.productId
        if subscription.subscriptionPeriod == nil {
          console.warn("the product '\(product)' has no period; it gets one month")
        }
        let count = subscription.offers(of: .introductory).count
        if count > 1 {
          console.warn(
            "the product '\(product)' has \(count) introductory offers; a configuration has one, the first"
          )
        }
      }
      return StoreKitWriter.bytes(of: catalog, eligible: eligible)
    }
    let update = try base.parse(on: console) { bytes throws(FormatError) in
      try StoreKitUpdate(of: bytes, from: catalog, eligible: eligible)
    }
    base.report("storekit", update.warnings, on: console)
    return update.bytes
  }

  private func eligibleOffers(
    of catalog: Catalog,
    for customer: InputFile,
    on console: Console
  ) throws(CommandFailure) -> [String: Set<String>] {
    let engineOptions = EngineOptions(arguments)
    let ruleSets = try engineOptions.ruleSets(on: console)
    let engine = try engineOptions.engine(of: (catalog, nil), by: ruleSets, on: console)
    let now = try engineOptions.instant(for: engine, on: console)
    var options = histories.options
    options.mapping = try histories.ownMapping(on: console)
    let decisions = try customer.parse(on: console) { [options] bytes throws(FormatError) in
      try engine.decisions(in: bytes, options: options, asOf: now)
    }
    customer.report(decisions.format.rawValue, decisions.warnings, on: console)
    guard decisions.customers.count == 1, let decided = decisions.customers.first else {
      let message = "expected the history of one customer, found \(decisions.customers.count)"
      throw .badData(message, in: customer.name)
    }
    let open = decided.flatMap { $0.undeterminedWinBackOfferIDs }
    if !open.isEmpty {
      console.warn(
        "it is not known whether the customer is eligible for \(open.asList); the output says no"
      )
    }
    return Dictionary(
      decided.map { ($0.subscriptionGroupIdentifier, Set($0.eligibleWinBackOfferIDs)) }
    ) { $0.union($1) }
  }
}

enum ConversionTarget: String, CaseIterable {
  case native
  case storeKit = "storekit"
}

/// Writes histories in the native format, a line each.
struct ConversionWorker: HistoryWorker {
  var bytes: ContiguousArray<UInt8> { writer.bytes }

  private(set) var count = 0
  private(set) var first: CustomerHistory?

  let symbols = SymbolTable()

  private let pseudonyms: Pseudonyms?
  private var writer = JSONWriter()

  init(_ pseudonyms: Pseudonyms?) { self.pseudonyms = pseudonyms }

  static var takesValues: Bool { true }

  mutating func removeAll() {
    writer.removeAll()
    first = nil
    count = 0
  }

  mutating func add(_ history: CustomerHistory) {
    var history = history
    if let pseudonyms { history.hide(by: pseudonyms) }
    first = first ?? history
    count += 1
    writer.history(history)
    writer.endLine()
  }

  mutating func add(_ record: borrowing HistoryRecord, _ symbols: borrowing SymbolTable) {}
}
