import WinBack
import WinBackFormats

/// The options of a conversion to a StoreKit configuration.
struct StoreKitOptions: Sendable {
  private static let base = Option(
    "base",
    "FILE",
    .file("storekit"),
    help: "with --to storekit, add the offers to this configuration and keep everything else"
  )

  /// The history of the customer whose offers are switched on, of any format.
  static let customer = Option(
    "customer",
    "FILE",
    .file("json"),
    help:
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
    for option in Self.all where arguments.has(option) && target != .storeKit {
      throw arguments.wrongUsage(
        "option '\(option.description.spelling)' needs '--to storekit', not '--to \(target.rawValue)'"
      )
    }
    self.arguments = arguments
    base = arguments[Self.base].map { InputFile($0) }
    customer = arguments[Self.customer].map { InputFile($0) }
    historyOptions = HistoryInputOptions.options(in: arguments)
    engineOptions = try EngineOptions(arguments, inputs: Self.all)
    guard customer == nil else { return }
    let options: [any OptionDeclaration] = [.asOf, .rules, .policy]
    for option in options where arguments.has(option) {
      throw arguments.wrongUsage("option '\(option.description.spelling)' needs '--customer'")
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
    let engine = try engineOptions.engine(for: catalog, named: nil, on: console)
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
