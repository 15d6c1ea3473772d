/// A win-back offer, with the criteria that App Store Connect asks for.
struct Offer {
  enum Mode: String, CaseIterable {
    case freeTrial = "FREE_TRIAL"
    case payUpFront = "PAY_UP_FRONT"
    case payAsYouGo = "PAY_AS_YOU_GO"
  }

  var id: String
  var mode: Mode
  /// The length of one offer period, in App Store Connect's name.
  var duration: String
  var periodCount = 1
  /// Months of paid service that the customer must have had.
  var paid: Int
  /// Months since the customer was last subscribed.
  var lapsed: ClosedRange<Int>
  /// Months from the end of this offer to its next redemption.
  var wait: Int?
  var startDate = Milliseconds(year: 2024, month: 10, day: 1)
  /// The last day of the offer.
  var endDate: Milliseconds?
  var isHighPriority = false
  var territories: [String] = []

  /// The end of one offer period that starts at `start`.
  func end(from start: Milliseconds) -> Milliseconds {
    switch duration {
    case "ONE_WEEK": start + 7 * Milliseconds.day
    case "TWO_WEEKS": start + 14 * Milliseconds.day
    case "TWO_MONTHS": start.adding(months: 2)
    case "THREE_MONTHS": start.adding(months: 3)
    case "SIX_MONTHS": start.adding(months: 6)
    case "ONE_YEAR": start.adding(months: 12)
    default: start.adding(months: 1)
    }
  }
}
