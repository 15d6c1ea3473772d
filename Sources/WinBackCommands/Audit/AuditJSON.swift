import CalendarTime
import WinBack
import WinBackFormats

/// An audit as one JSON object for programs.
enum AuditJSON {
  /// Returns the document, which ends with a line feed.
  static func document(
    of tally: AuditTally,
    _ alternatives: [PolicyFlip],
    answers: StoreAnswers? = nil
  ) -> ContiguousArray<UInt8> {
    JSONWriter.document { json in
      json.member("answers", tally.answers)
      json.member("agreements", tally.agreements)
      json.member("mismatches", tally.mismatches)
      json.member("ofOrderAlone", tally.disorders)
      json.member("withoutAnswer", tally.withoutAnswer)
      json.member("withoutInstant", tally.withoutInstant)
      json.member("withoutSubscription", answers.map { $0.count - tally.joined })
      json.object("missing") { json in
        json.member("byRule", tally.missingByRule)
        json.member("undetermined", tally.missingUndetermined)
        json.member("notInCatalog", tally.missingUnknown)
      }
      json.objects("offers", tally.offers.sorted { $0.key < $1.key }) { json, offer in
        json.member("offerId", offer.key)
        json.member("missing", offer.value.missing)
        json.member("extra", offer.value.extra)
      }
      let explained = zip(alternatives, tally.explained).filter { $1 > 0 }
      json.objects("mendedBy", explained) { json, explained in
        json.member("policy", explained.0.policy)
        json.member("value", explained.0.value)
        json.member("mismatches", explained.1)
      }
      json.objects("samples", tally.samples) { $0.members(of: $1, alternatives) }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of sample: AuditMismatch, _ alternatives: [PolicyFlip]) {
    member("customerId", sample.customerId)
    member("subscriptionGroupIdentifier", sample.group)
    member("asOf", sample.asOf)
    member("store", sample.store)
    member("winback", sample.ours)
    objects("missing", sample.missing) { json, missing in
      json.member("offerId", missing.offer)
      switch missing.absence {
      case .failed(let rules): json.member("failedRules", rules)
      case .undetermined: json.member("verdict", Verdict.undetermined.rawValue)
      case .unknown: json.member("isInCatalog", false)
      }
    }
    member("extra", sample.extra)
    member(
      "mendedBy",
      sample.mendedBy.map { "\(alternatives[$0].policy)=\(alternatives[$0].value)" }
    )
  }
}
