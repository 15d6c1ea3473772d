import WinBack
import WinBackFormats

/// An audit, to be written.
struct AuditOutput {
  let tally: AuditTally
  /// The other values of policies.
  let alternatives: [Alternative<EligibilityEngine>]
  /// The store's answers where they do not stand in the histories.
  let answers: StoreAnswers?

  /// How many answers from elsewhere are about no subscription of the histories.
  var withoutSubscription: Int? { answers.map { $0.count - tally.joined } }

  /// Returns an alternative as `--policy` takes it.
  func assignment(_ place: Int) -> String {
    "\(alternatives[place].policy)=\(alternatives[place].value)"
  }

  /// One JSON object for programs; it ends with a line feed.
  var json: ContiguousArray<UInt8> {
    JSONWriter.document { json in
      json.member("answers", tally.answers)
      json.member("agreements", tally.agreements)
      json.member("mismatches", tally.mismatches)
      json.member("ofOrderAlone", tally.disorders)
      json.member("withoutAnswer", tally.withoutAnswer)
      json.member("withoutInstant", tally.withoutInstant)
      json.member("withoutSubscription", withoutSubscription)
      json.object("missing") { json in
        json.member("byRule", tally.missingByRule)
        json.member("undetermined", tally.missingUndetermined)
        json.member("inOtherGroup", tally.missingElsewhere)
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
      json.objects("samples", tally.samples) { $0.members(of: $1, self) }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of sample: AuditMismatch, _ audit: AuditOutput) {
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
      case .otherGroup(let group): json.member("subscriptionGroupIdentifier", group)
      case .unknown: json.member("isInCatalog", false)
      }
    }
    member("extra", sample.extra)
    member("mendedBy", sample.mendedBy.map(audit.assignment))
  }
}
