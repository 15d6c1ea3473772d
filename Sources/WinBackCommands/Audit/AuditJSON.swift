import CalendarTime
import WinBack
import WinBackFormats

/// An audit as one JSON object for programs.
struct AuditJSON {
  private var writer = JSONWriter(.pretty)

  init(_ tally: AuditTally, _ alternatives: [PolicyFlip]) {
    writer.beginObject()
    write("answers", tally.answers)
    write("agreements", tally.agreements)
    write("mismatches", tally.mismatches)
    write("ofOrderAlone", tally.disorders)
    write("withoutAnswer", tally.withoutAnswer)
    write("withoutInstant", tally.withoutInstant)
    writer.key("missing")
    writer.beginObject()
    writer.key("byRule")
    writer.beginObject()
    for (rule, count) in tally.missingByRule.sorted(by: { $0.key < $1.key }) { write(rule, count) }
    writer.endObject()
    write("undetermined", tally.missingUndetermined)
    write("notInCatalog", tally.missingUnknown)
    writer.endObject()
    writer.key("offers")
    writer.beginArray()
    for (offer, counts) in tally.offers.sorted(by: { $0.key < $1.key }) {
      writer.beginObject()
      write("offerId", offer)
      write("missing", counts.missing)
      write("extra", counts.extra)
      writer.endObject()
    }
    writer.endArray()
    writer.key("mendedBy")
    writer.beginArray()
    for (place, count) in tally.mended.enumerated() where count > 0 {
      writer.beginObject()
      write("policy", alternatives[place].policy)
      write("value", alternatives[place].value)
      write("mismatches", count)
      writer.endObject()
    }
    writer.endArray()
    writer.key("samples")
    writer.beginArray()
    for sample in tally.samples { append(sample, alternatives) }
    writer.endArray()
    writer.endObject()
    writer.endLine()
  }

  /// The text.
  var bytes: ContiguousArray<UInt8> { writer.bytes }

  private mutating func append(
    _ sample: AuditMismatch,
    _ alternatives: [PolicyFlip]
  ) {
    writer.beginObject()
    write("customerId", sample.customerId)
    write("subscriptionGroupIdentifier", sample.group)
    write("asOf", sample.asOf.description)
    write("store", sample.store)
    write("winback", sample.ours)
    writer.key("missing")
    writer.beginArray()
    for missing in sample.missing {
      writer.beginObject()
      write("offerId", missing.offer)
      switch missing.absence {
      case .failed(let rules): write("failedRules", rules)
      case .undetermined: write("verdict", Verdict.undetermined.rawValue)
      case .unknown:
        writer.key("isInCatalog")
        writer.bool(false)
      }
      writer.endObject()
    }
    writer.endArray()
    write("extra", sample.extra)
    write(
      "mendedBy",
      sample.mendedBy.map { "\(alternatives[$0].policy)=\(alternatives[$0].value)" }
    )
    writer.endObject()
  }

  private mutating func write(_ key: String, _ count: Int) {
    writer.key(key)
    writer.integer(Int64(count))
  }

  private mutating func write(_ key: String, _ text: String) {
    writer.key(key)
    writer.string(text)
  }

  private mutating func write(_ key: String, _ texts: [String]) {
    writer.key(key)
    writer.beginArray()
    for text in texts { writer.string(text) }
    writer.endArray()
  }
}
