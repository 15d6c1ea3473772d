package import WinBack

/// What is expected of one customer at one instant; what is nil or empty is not looked at.
package struct Expectation: Sendable {
  /// A window that is expected.
  package struct ExpectedWindow: Sendable, Hashable {
    /// The first instant.
    let from: TimelineDate
    /// The last instant; a date without a time is any instant of that day; nil for no end.
    let through: TimelineDate?
  }

  /// The instant.
  package let asOf: TimelineDate

  /// The line of the file on which the expectation starts, from 1.
  package let line: Int

  /// The storefronts in each of which it is expected of the customer; nil for the customer's own.
  let storefronts: [Storefront]?

  /// The subscription group; nil for all groups of the customer.
  let group: String?

  /// The offers that the customer is eligible for, in any order.
  let eligible: [String]?

  /// The offers that are undetermined, in any order; if no offer is expected to be eligible, none is expected
  /// to be undetermined.
  let undetermined: [String]?

  /// The offers that the customer is eligible for, best first.
  let order: [String]?

  /// The rules that fail for an offer, or the reasons why: these and no others.
  let because: [(offer: String, ids: [String])]

  /// The windows of an offer over all time: these and no others.
  let windows: [(offer: String, windows: [ExpectedWindow])]

  /// Facts at the instant.
  let facts: [ExpectedFact]

  /// What the customer is shown; nil if nothing is expected of it (M1).
  let show: Screen?

  /// The win-back offer that the customer is shown.
  let shownOffer: String?

  /// The result of a purchase with an offer (M4).
  let redemption: ExpectedRedemption?

  /// Whether verdicts are all that is needed to check it.
  var needsOnlyVerdicts: Bool {
    because.isEmpty && windows.isEmpty && facts.isEmpty && !looksAtScreens && redemption == nil
  }

  /// Whether something is expected of what the customer is shown.
  var looksAtScreens: Bool { show != nil || shownOffer != nil }
}
