import CEL
import CalendarTime
import WinBack
import WinBackFormats

/// Decisions as JSON for programs, by the schema `result`: one object, or JSON Lines of several.
struct DecisionJSON {
  private var writer: JSONWriter
  private let selection: OfferSelection

  init(isPretty: Bool, _ selection: OfferSelection = OfferSelection()) {
    self.selection = selection
    writer = JSONWriter(isPretty ? .pretty : .compact)
  }

  /// The text so far.
  var bytes: ContiguousArray<UInt8> { writer.bytes }

  /// Adds a decision and ends its line.
  mutating func append(_ decision: Decision) {
    writer.beginObject()
    write("customerId", decision.customerId)
    write("subscriptionGroupIdentifier", decision.subscriptionGroupIdentifier)
    write("eligibleWinBackOfferIDs", decision.eligibleWinBackOfferIDs)
    if !decision.undeterminedWinBackOfferIDs.isEmpty {
      write("undeterminedWinBackOfferIDs", decision.undeterminedWinBackOfferIDs)
    }
    write("asOf", decision.asOf)
    writer.key("facts")
    append(decision.facts)
    write("changesAt", decision.changesAt)
    writer.key("offers")
    writer.beginArray()
    for offer in decision.offers where selection.contains(offer.offerId) { append(offer) }
    writer.endArray()
    writer.endObject()
    writer.endLine()
  }

  private mutating func append(_ facts: SubscriptionFacts) {
    writer.beginObject()
    write("productId", facts.productId)
    write("lapsedAt", facts.lapsedAt)
    write("state", facts.state?.rawValue)
    write("willAutoRenew", facts.willAutoRenew)
    write("hasSharedAccess", facts.hasSharedAccess)
    write(
      facts.mayHavePaidMore ? "paidMonthsAtLeast" : "paidMonths",
      Value.int(Int64(facts.paidMonths))
    )
    write("storefront", facts.storefront?.code)
    write("expirationIntent", facts.expirationIntent.map { .int(Int64($0)) })
    writer.endObject()
  }

  private mutating func append(_ offer: OfferDecision) {
    writer.beginObject()
    write("offerId", offer.offerId)
    write("productId", offer.productId)
    write("verdict", offer.verdict.rawValue)
    writer.key("rules")
    writer.beginArray()
    for rule in offer.rules { append(rule) }
    writer.endArray()
    writer.key("windows")
    writer.beginArray()
    for window in offer.windows {
      writer.beginObject()
      write("from", window.from)
      write("through", window.through)
      writer.endObject()
    }
    writer.endArray()
    write("changesAt", offer.changesAt)
    writer.key("smallestChanges")
    writer.beginArray()
    for change in offer.smallestChanges { append(change) }
    writer.endArray()
    writer.key("hingesOn")
    writer.beginArray()
    for hinge in offer.hingesOn {
      writer.beginObject()
      write("policy", hinge.policy)
      write("value", hinge.value)
      write("alternative", hinge.alternative)
      write("verdict", hinge.verdict.rawValue)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  private mutating func append(_ rule: RuleOutcome) {
    writer.beginObject()
    write("id", rule.id)
    write("title", rule.title)
    write("outcome", rule.outcome.bool)
    if let reason = rule.reason { write("reason", reason) }
    write("because", rule.because)
    if !rule.missing.isEmpty { write("missing", rule.missing) }
    writer.key("conditions")
    writer.beginArray()
    for condition in rule.conditions {
      writer.beginObject()
      write("expression", condition.expression)
      write("operator", condition.comparison)
      write("actual", condition.actual)
      write("needed", condition.needed)
      write("outcome", condition.outcome.bool)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  private mutating func append(_ change: SmallestChange) {
    writer.beginObject()
    switch change {
    case .wait(let instant):
      write("kind", "wait")
      write("until", instant)
    case .never:
      write("kind", "never")
    case .offer(let edits):
      write("kind", "offer")
      writer.key("edits")
      writer.beginArray()
      for edit in edits {
        writer.beginObject()
        write("attribute", edit.attribute)
        write("rule", edit.rule)
        write("from", edit.from)
        write("to", edit.to)
        writer.endObject()
      }
      writer.endArray()
    }
    writer.endObject()
  }

  // MARK: - Members

  private mutating func write(_ key: String, _ text: String?) {
    write(key, text.map { .string($0) })
  }

  private mutating func write(_ key: String, _ instant: Instant?) {
    write(key, instant.map { .timestamp($0) })
  }

  private mutating func write(_ key: String, _ bool: Bool?) {
    write(key, bool.map { .bool($0) })
  }

  private mutating func write(_ key: String, _ texts: [String]) {
    write(key, .list(texts.map { .string($0) }))
  }

  private mutating func write(_ key: String, _ value: Value?) {
    writer.key(key)
    append(value ?? .null)
  }

  private mutating func append(_ value: Value) {
    switch value {
    case .bool(let bool): writer.bool(bool)
    case .int(let integer): writer.integer(integer)
    case .double(let double): writer.double(double)
    case .string(let text): writer.string(text)
    case .timestamp(let instant): writer.string(instant.description)
    case .duration: writer.string(value.text)
    case .null: writer.null()
    case .list(let elements):
      writer.beginArray()
      for element in elements { append(element) }
      writer.endArray()
    }
  }
}
