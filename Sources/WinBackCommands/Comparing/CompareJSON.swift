import CalendarTime
import WinBack
import WinBackFormats

/// A comparison as JSON for programs.
enum CompareJSON {
  /// Returns one document with everything, also of offers that stay the same.
  static func document(of result: CompareResult) -> ContiguousArray<UInt8> {
    var writer = JSONWriter(.pretty)
    writer.beginObject()
    writer.key("factPolicies")
    writer.beginArray()
    for change in result.comparison.factPolicyChanges {
      writer.beginObject()
      writer.member("policy", change.policy)
      writer.member("from", change.from)
      writer.member("to", change.to)
      writer.endObject()
    }
    writer.endArray()
    writer.key("products")
    writer.beginArray()
    for change in result.comparison.productChanges {
      writer.beginObject()
      writer.member("productId", change.productId)
      writer.member("from", change.from)
      writer.member("to", change.to)
      writer.endObject()
    }
    writer.endArray()
    writer.key("offers")
    writer.beginArray()
    for offer in result.offers { append(offer, result.comparison, to: &writer) }
    writer.endArray()
    writer.key("order")
    writer.beginArray()
    for change in result.orderChanges {
      writer.beginObject()
      writer.member("subscriptionGroupIdentifier", change.first.group)
      writer.member("first", change.first.offerId)
      writer.member("second", change.second.offerId)
      append("example", change.witness, result.comparison, to: &writer)
      writer.endObject()
    }
    writer.endArray()
    if let cohort = result.cohort { append(cohort, to: &writer) }
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private static func append(
    _ offer: OfferComparison,
    _ comparison: CatalogComparison,
    to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("subscriptionGroupIdentifier", offer.key.group)
    writer.member("offerId", offer.key.offerId)
    writer.member("change", offer.change.rawValue)
    writer.key("edits")
    writer.beginArray()
    for edit in offer.edits {
      writer.beginObject()
      writer.member("attribute", edit.attribute)
      writer.member("from", edit.from)
      writer.member("to", edit.to)
      writer.endObject()
    }
    writer.endArray()
    writer.member("rules", offer.changedRules)
    append("gained", offer.gained, comparison, to: &writer)
    append("lost", offer.lost, comparison, to: &writer)
    writer.endObject()
  }

  private static func append(
    _ name: String,
    _ witness: Witness?,
    _ comparison: CatalogComparison,
    to writer: inout JSONWriter
  ) {
    guard let witness else { return }
    let (from, to) = comparison.eligibleOffers(of: witness)
    writer.key(name)
    writer.beginObject()
    writer.member("asOf", witness.asOf.iso8601)
    writer.member("from", from)
    writer.member("to", to)
    writer.key("history")
    writer.history(witness.history)
    writer.endObject()
  }

  private static func append(_ cohort: CompareResult.Cohort, to writer: inout JSONWriter) {
    let comparison = cohort.comparison
    writer.key("cohort")
    writer.beginObject()
    writer.member("asOf", cohort.asOf.iso8601)
    writer.member("customers", comparison.customerCount)
    writer.member("changed", comparison.changed.count)
    writer.key("offers")
    writer.beginArray()
    for (key, movement) in comparison.movements.sorted(by: { $0.key < $1.key }) {
      writer.beginObject()
      writer.member("subscriptionGroupIdentifier", key.group)
      writer.member("offerId", key.offerId)
      writer.member("before", movement.before)
      writer.member("after", movement.after)
      append("gained", movement.gained, to: &writer)
      append("lost", movement.lost, to: &writer)
      writer.key("reordered")
      writer.beginObject()
      append(movement.reordered, to: &writer)
      writer.endObject()
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  private static func append(
    _ name: String,
    _ causes: [CohortComparison.Cause: CohortComparison.Customers],
    to writer: inout JSONWriter
  ) {
    writer.key(name)
    writer.beginArray()
    for (cause, customers) in causes.sortedByCount {
      writer.beginObject()
      writer.member("cause", cause.name)
      if !cause.rules.isEmpty { writer.member("rules", cause.rules) }
      append(customers, to: &writer)
      writer.endObject()
    }
    writer.endArray()
  }

  private static func append(
    _ customers: CohortComparison.Customers,
    to writer: inout JSONWriter
  ) {
    writer.member("count", customers.count)
    writer.member("samples", customers.samples)
  }
}
