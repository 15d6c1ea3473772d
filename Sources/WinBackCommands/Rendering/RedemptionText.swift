import WinBack
import WinBackFormats

/// The result of purchases with an offer as text for people (M4).
struct RedemptionText {
  let page: TextPage
  let names: CatalogNames

  func text(of attempts: [RedemptionAttempt]) -> String {
    attempts.map(text(of:)).joined(separator: "\n")
  }

  private func text(of attempt: RedemptionAttempt) -> String {
    var text = lines(answer(to: attempt)).map(page.style.bold).joined(separator: "\n") + "\n"
    let rules = attempt.failures.map { rule in
      (
        page.style.mark(of: rule.outcome),
        "\(rule.title): \(rule.because.withBriefInstants)".printable
      )
    }
    text += DefinitionList(rules).rendered(width: page.width)
    for sentence in attempt.neighbours { text += lines(sentence).joined(separator: "\n") + "\n" }
    return text
  }

  private func lines(_ sentence: String) -> [String] { sentence.printable.wrapped(to: page.width) }

  private func answer(to attempt: RedemptionAttempt) -> String {
    let purchase =
      "\(attempt.customerId) redeems \(names.offer(attempt.offerId, in: attempt.subscriptionGroupIdentifier))"
    switch attempt.verdict {
    case .eligible:
      let window = attempt.window
      let until = window?.lastDay.map { " until \($0)" } ?? ", without an end"
      return "\(purchase) on \(attempt.at.brief): the purchase succeeds. The offer is open "
        + "since \(window.map(\.from.brief) ?? "then")\(until)."
    case .ineligible:
      return "\(purchase) on \(attempt.at.brief): the purchase fails with ineligibleForOffer."
    case .undetermined:
      return "\(purchase) on \(attempt.at.brief): whether the purchase succeeds is not known. "
        + "The input does not give \(attempt.missing.joined(separator: ", "))."
    }
  }
}

extension RedemptionAttempt {
  /// The good instants around a purchase that does not succeed, in sentences.
  var neighbours: [String] {
    guard verdict != .eligible else { return [] }
    let last = lastBefore.map { "The last instant before at which it succeeds is \($0.brief)." }
    let first = firstAfter.map { "The first instant after is \($0.brief)." }
    let sentences = [last, first].compactMap(\.self)
    return sentences.isEmpty ? ["It succeeds at no other instant."] : sentences
  }
}

/// The result of an intent, a link or a message as text for people (M4).
struct IntentText {
  let outcome: IntentOutcome
  let names: CatalogNames

  var term: String {
    switch outcome.kind {
    case .purchaseIntent: "intent"
    case .link: "link"
    case .message: "message"
    }
  }

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

  private var neighbours: [String] {
    outcome.isPurchased || outcome.purchase.verdict == .eligible
      ? [] : outcome.purchase.neighbours.map { String($0.dropLast()) }
  }
}
