import CalendarTime
import WinBack
import WinBackAnalysis
import WinBackFiles
import WinBackFormats

/// An offer that some customers are allowed to lose.
struct LossApproval: Sendable {
  let offerId: String
  /// The group of the offer; nil for any.
  let group: String?

  /// Reads an approval, which must have a reason.
  init(_ node: JSONNode) throws(FormatError) {
    let object = try node.object(keys: ["offerId", "subscriptionGroupIdentifier", "reason"])
    offerId = try object.required("offerId").string()
    group = try object.optional("subscriptionGroupIdentifier")?.string()
    _ = try object.reason(for: "customers lose the offer")
  }
}

extension [LossApproval] {
  /// Compares two engines for all customers from an instant on, because nobody loses an offer in the past.
  ///
  /// - Returns: The losses: an error for each that no entry approves, and how many are approved.
  func losses(
    from: EligibilityEngine,
    to: EligibilityEngine,
    since now: Instant
  ) -> (errors: [Diagnostic], approved: Int) {
    let comparison = CatalogComparison(from: from, to: to, since: now)
    let losing = comparison.offers().filter { $0.loss != .nobody }
    let open = losing.filter { offer in
      let key = offer.key
      return !contains { $0.offerId == key.offerId && $0.group ?? key.group == key.group }
    }
    let errors = open.map { offer in
      let found = offer.lost.map { comparison.sentence(about: $0) } ?? "a change that is undecided"
      return Diagnostic(
        .error,
        "expected that no customer loses '\(offer.key.offerId)', or its approval under 'accept', "
          + "found \(found)"
      )
    }
    return (errors, losing.count - open.count)
  }
}
