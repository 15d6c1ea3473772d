import WinBack
import WinBackFormats

/// The result of an intent, a link or a message as text for people (M4).
struct IntentText {
  let outcome: IntentOutcome
  let names: CatalogNames

  /// What it was, in a word.
  var term: String {
    switch outcome.kind {
    case .purchaseIntent: "intent"
    case .link: "link"
    case .message: "message"
    }
  }

  /// What came of it, in a sentence.
  var text: String {
    let came =
      switch outcome.verdictAtCreation {
      case .eligible: "eligible when it came"
      case .ineligible: "not eligible when it came"
      case .undetermined: "whether eligible when it came is not known"
      }
    let offer = names.offer(outcome.offerId, in: outcome.purchase.subscriptionGroupIdentifier)
    let sentence = "\(offer), \(outcome.createdAt.brief): \(came); \(purchase)"
    return ([sentence] + neighbours).joined(separator: ". ")
  }

  private var purchase: String {
    let purchase = outcome.purchase
    let reasons = purchase.failures.map(\.because.withBriefInstants).joined(separator: "; ")
    let missing = "not known (\(purchase.missing.joined(separator: ", ")))"
    if outcome.isPurchased {
      let made = "purchased \(purchase.at.brief)"
      return switch purchase.verdict {
      case .eligible: made
      case .ineligible: "\(made), though not eligible then (\(reasons))"
      case .undetermined: "\(made); whether eligible then is \(missing)"
      }
    }
    switch purchase.verdict {
    case .eligible:
      let until = purchase.window?.lastDay.map { " until \($0)" } ?? ""
      return "a purchase now succeeds\(until)"
    case .ineligible: return "a purchase now fails with ineligibleForOffer (\(reasons))"
    case .undetermined: return "whether a purchase now succeeds is \(missing)"
    }
  }

  /// The good instants around a purchase that would not succeed.
  private var neighbours: [String] {
    outcome.isPurchased || outcome.purchase.verdict == .eligible
      ? [] : outcome.purchase.neighbours.map { String($0.dropLast()) }
  }
}
