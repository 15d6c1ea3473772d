import CEL
import CalendarTime
import WinBack
import WinBackAnalysis
import WinBackFiles
import WinBackFormats

/// The audience of every setting of an offer, ready to be written.
struct PlanResult: Sendable {
  /// A storefront, or all of them together.
  struct Part: Sendable {
    /// The storefront; nil if it is not known.
    let storefront: Storefront?
    /// What stands at the corners of the settings.
    let counts: SettingCounts

    var name: String { storefront?.code ?? "storefront not known" }
  }

  let offer: PlacedOffer
  let span: ClosedRange<Instant>
  let customers: Int
  let current: Setting
  let all: Part
  /// Each storefront by its code, the unknown one last; none if they are not told apart.
  var storefronts: [Part]

  init(
    _ offer: PlacedOffer,
    in span: ClosedRange<Instant>,
    customers: Int,
    current: Setting,
    _ tally: SettingTally
  ) {
    self.offer = offer
    self.span = span
    self.customers = customers
    self.current = current
    all = Part(storefront: nil, counts: tally.all)
    storefronts = tally.byStorefront.map { Part(storefront: $0.key, counts: $0.value) }
      .ordered { ($0.storefront?.code ?? "~") < ($1.storefront?.code ?? "~") }
  }

  /// A plan is large, so that it is made for one part after another.
  func plan(of part: Part) -> SettingPlan {
    SettingPlan(current: current, audiences: part.counts.audiences())
  }

  var when: String {
    span.lowerBound == span.upperBound
      ? "as of \(span.lowerBound.brief)"
      : "at some instant from \(span.lowerBound.brief) to \(span.upperBound.brief)"
  }

  var storefrontTable: ResultTable {
    ResultTable(
      storefronts.map { part in
        let plan = plan(of: part)
        return (
          name: part.name, audience: plan.audiences[plan.current], largest: plan.audiences.largest
        )
      },
      [
        .text("storefront") { $0.name }, .count("eligible") { $0.audience.eligible },
        .count("undetermined") { $0.audience.undetermined }, .count("largest") { $0.largest },
      ]
    )
  }

  var json: ContiguousArray<UInt8> {
    JSONWriter.document { json in
      json.member("offerId", offer.key.offerId)
      json.member("productId", offer.subscription.productId)
      json.member("subscriptionGroupIdentifier", offer.key.group)
      if span.lowerBound == span.upperBound {
        json.member("asOf", span.lowerBound)
      } else {
        json.member("from", span.lowerBound)
        json.member("until", span.upperBound)
      }
      json.member("customers", customers)
      json.members(of: plan(of: all))
      guard !storefronts.isEmpty else { return }
      json.objects("storefronts", storefronts) { json, part in
        json.member("storefront", orNull: part.storefront?.code)
        json.members(of: plan(of: part))
      }
    }
  }

  /// Writes the audience of every setting as CSV, a storefront at a time: a row for each setting, or for
  /// each setting and storefront.
  func writeCSV(to channel: OutputChannel) throws(CommandFailure) {
    var csv = CSVWriter()
    let tellsStorefronts = !storefronts.isEmpty
    for (index, part) in (tellsStorefronts ? storefronts : [all]).enumerated() {
      let audiences = part.counts.audiences()
      let storefront: [ResultColumn<Setting>] =
        tellsStorefronts ? [.text("storefront") { _ in part.storefront?.code ?? "" }] : []
      let table = ResultTable(
        Array(Setting.all),
        storefront
          + Criterion.allCases.map { criterion in .count(criterion.name) { $0[criterion] } } + [
            .count("eligible") { audiences[$0].eligible },
            .count("undetermined") { audiences[$0].undetermined },
          ]
      )
      table.write(to: &csv, hasTitles: index == 0)
      try channel.write(csv.bytes.span)
      csv.removeAll()
    }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of plan: SettingPlan) {
    member("largest", plan.audiences.largest)
    object("current") { $0.members(of: plan.current, in: plan) }
    objects("marginals", plan.marginals) { json, marginal in
      json.member("criterion", marginal.criterion.name)
      json.objects("values", marginal.settings) { json, setting in
        json.member("value", orNull: setting[marginal.criterion])
        json.members(of: plan.audiences[setting])
      }
    }
    objects("steps", plan.steps) { json, step in
      json.member("criterion", step.criterion.name)
      json.member("from", orNull: plan.current[step.criterion])
      json.member("to", orNull: step.setting[step.criterion])
      json.member("change", step.change)
      json.member("medianPaidMonths", orNull: step.medianPaidMonths)
    }
    objects("cheapest", plan.reaches) { json, reach in
      json.member("share", reach.share)
      json.member("audience", reach.audience)
      json.objects("settings", reach.settings) { $0.members(of: $1, in: plan) }
    }
  }

  private mutating func members(of setting: Setting, in plan: SettingPlan) {
    for criterion in Criterion.allCases { member(criterion.name, orNull: setting[criterion]) }
    members(of: plan.audiences[setting])
  }

  private mutating func members(of audience: SettingAudience) {
    member("eligible", audience.eligible)
    member("undetermined", audience.undetermined)
  }
}

struct PlanWorker: GroupWorker {
  let symbols: SymbolTable
  let products: ProductGroups

  private var evaluator: PlanEvaluator

  init(_ program: PlanProgram, of engine: EligibilityEngine) {
    symbols = program.symbols
    products = engine.index.productGroups
    evaluator = PlanEvaluator(program)
  }

  var corners: ContiguousArray<SettingCorner> { evaluator.corners }

  mutating func evidence() -> TimelineEvidence? { evaluator.facts.map { TimelineEvidence($0) } }

  mutating func add(
    _ record: borrowing HistoryRecord,
    _ group: AskedGroup,
    _ symbols: borrowing SymbolTable
  ) {
    evaluator.add(record, group, symbols)
  }

  mutating func removeAll() { evaluator.removeAll() }
}
