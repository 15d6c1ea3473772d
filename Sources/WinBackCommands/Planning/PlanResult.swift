import CalendarTime
import WinBack
import WinBackFormats

/// The audience of every setting of an offer, ready to be written.
struct PlanResult: Sendable {
  /// A storefront, or all of them together.
  struct Part: Sendable {
    /// The storefront; nil if it is not known.
    let storefront: Storefront?
    /// What stands at the corners of the settings.
    let counts: SettingCounts
  }

  /// The offer, its product and its subscription group.
  let offer: IndexedOffer
  let group: String
  /// The instants of the question: one, or all from one to another.
  let span: ClosedRange<Instant>
  /// How many customers there are.
  let customers: Int
  /// The setting that the offer has.
  let current: Setting
  /// All storefronts together.
  let all: Part
  /// Each storefront by its code, the unknown one last; none if they are not told apart.
  private(set) var storefronts: [Part]

  init(
    _ offer: IndexedOffer,
    group: String,
    in span: ClosedRange<Instant>,
    customers: Int,
    current: Setting,
    _ tally: SettingTally
  ) {
    self.offer = offer
    self.group = group
    self.span = span
    self.customers = customers
    self.current = current
    all = Part(storefront: nil, counts: tally.all)
    storefronts = tally.byStorefront.map { Part(storefront: $0.key, counts: $0.value) }
      .sorted { ($0.storefront?.code ?? "~") < ($1.storefront?.code ?? "~") }
  }

  /// The same without telling storefronts apart.
  var withoutStorefronts: PlanResult {
    var result = self
    result.storefronts = []
    return result
  }

  /// What the audiences of a part say of the offer's setting.
  ///
  /// It is large, so that it is made for one part after another.
  func plan(of part: Part) -> SettingPlan {
    SettingPlan(current: current, audiences: part.counts.audiences())
  }

  /// The instants in words.
  var when: String {
    span.lowerBound == span.upperBound
      ? "as of \(span.lowerBound.brief)"
      : "at some instant from \(span.lowerBound.brief) to \(span.upperBound.brief)"
  }
}

extension PlanResult.Part {
  /// What the part is called.
  var name: String { storefront?.code ?? "storefront not known" }
}
