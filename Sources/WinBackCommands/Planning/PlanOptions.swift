import CEL
import CalendarTime
import WinBack

/// The options that say which offer is planned for, when, and how that is written.
struct PlanOptions: Sendable {
  private static let offer = Option(
    "offer",
    "ID",
    .text,
    isRequired: true,
    help: "the offer whose criteria are varied"
  )
  private static let group = Option(
    "group",
    "ID",
    .text,
    help: "the subscription group of the offer, if several groups have an offer with this id"
  )
  private static let asOf = Option(
    "as-of",
    "INSTANT",
    .date,
    help: "decide as of this ISO 8601 date or date-time",
    default: "the start of the offer, or now if it has started",
    section: .common
  )
  private static let from = Option(
    "from",
    "INSTANT",
    .date,
    help: "count customers who are eligible at some instant from this one on"
  )
  private static let until = Option(
    "until",
    "INSTANT",
    .date,
    help: "the last instant, with --from; a date is its first instant"
  )
  private static let csv = Option(
    flag: "csv",
    help: "write CSV, a row for each setting, instead of text for people"
  )
  static let page = Option(
    "page",
    "FILE",
    .newFile("html"),
    help: "write a page with sliders to this file as well"
  )

  static let all: [any OptionDeclaration] = [
    offer, group, asOf, from, until, .byStorefront, csv, page,
  ]

  let layout: ResultLayout
  let tellsStorefronts: Bool
  /// The path of the page; nil for none.
  let pagePath: String?

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    tellsStorefronts = arguments[.byStorefront]
    pagePath = arguments[Self.page]
    layout = try ResultLayout(arguments, csv: Self.csv)
    guard arguments.has(Self.from) == arguments.has(Self.until) else {
      throw arguments.wrongUsage("expected '--from' and '--until' together, found one of them")
    }
    if arguments.has(Self.from), arguments.has(Self.asOf) {
      throw arguments.wrongUsage("expected '--as-of' or '--from' and '--until', found both")
    }
  }

  /// Returns the place of the offer among those of an engine.
  ///
  /// - Throws: ``CommandFailure`` of wrong usage if there is none of that id, or several.
  func offer(of engine: EligibilityEngine) throws(CommandFailure) -> Int {
    let id = try arguments.required(Self.offer)
    let group = arguments[Self.group]
    let offers = engine.indexedOffers
    func name(ofGroupAt index: Int) -> String { engine.index.symbols.text(of: offers[index].group) }
    let named = offers.indices.filter { offers[$0].offer.offerId == id }
    guard !named.isEmpty else {
      throw arguments.wrongUsage(
        "the catalog has no offer '\(id)'",
        suggestion: nearestName(to: id, among: engine.offerIds)
      )
    }
    let found = named.filter { group == nil || name(ofGroupAt: $0) == group }
    guard let index = found.first, found.count == 1 else {
      let groups = named.map(name(ofGroupAt:)).sorted()
      throw arguments.wrongUsage(
        "expected '--group' with a subscription group that has the offer '\(id)': "
          + groups.map { "'\($0)'" }.joined(separator: " or ")
      )
    }
    return index
  }

  /// Returns the instants of the question; a date starts where the engine's days start (T4).
  ///
  /// - Throws: ``CommandFailure`` of wrong usage where they are in no order, or outside of all
  ///   years (T5).
  func span(
    of offer: WinBackOffer,
    at offset: UTCOffset,
    now: Instant
  ) throws(CommandFailure) -> ClosedRange<Instant> {
    let start = arguments[Self.from] ?? arguments[Self.asOf]
    let first = start?.resolved(at: offset) ?? max(offer.startDate.start(at: offset), now)
    let last = arguments[Self.until]?.resolved(at: offset) ?? first
    guard first.isValid, last.isValid else {
      throw arguments.wrongUsage(
        "expected instants in the years 0001 to 9999, found \(first.isValid ? last : first)"
      )
    }
    guard first <= last else {
      throw arguments.wrongUsage("option '--until' expects an instant that is not before '--from'")
    }
    return first...last
  }
}
