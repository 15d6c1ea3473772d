import CalendarTime
import WinBack
import WinBackFormats

/// The result of purchases as JSON, by the schema `redemption`: one object, or JSON Lines of
/// several.
struct RedemptionJSON {
  private var writer: JSONWriter

  init(isPretty: Bool) {
    writer = JSONWriter(isPretty ? .pretty : .compact)
  }

  /// The text so far.
  var bytes: ContiguousArray<UInt8> { writer.bytes }

  /// Adds an attempt and ends its line.
  mutating func append(_ attempt: RedemptionAttempt) {
    writer.object { json in
      json.member("customerId", attempt.customerId)
      json.member("subscriptionGroupIdentifier", attempt.subscriptionGroupIdentifier)
      json.member("offerId", attempt.offerId)
      json.members(of: attempt)
    }
    writer.endLine()
  }
}

extension JSONWriter {
  /// Writes the result of a purchase, without the customer.
  mutating func members(of attempt: RedemptionAttempt) {
    member("at", attempt.at)
    member("redeemable", orNull: attempt.verdict.truth.bool)
    if let window = attempt.window {
      object("window") { $0.members(of: window) }
    } else {
      key("window")
      null()
    }
    member("failedRules", attempt.failures.map(\.id))
    if !attempt.missing.isEmpty { member("missing", attempt.missing) }
    member("lastBefore", orNull: attempt.lastBefore)
    member("firstAfter", orNull: attempt.firstAfter)
  }
}
