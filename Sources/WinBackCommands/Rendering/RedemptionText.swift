import WinBack
import WinBackFormats

/// The result of purchases with an offer as text for people (M4).
struct RedemptionText: ChannelText {
  let channel: OutputChannel
  let names: CatalogNames

  /// Returns the text of attempts, with a line between them; it ends with a line feed.
  func text(of attempts: [RedemptionAttempt]) -> String {
    attempts.map(text(of:)).joined(separator: "\n")
  }

  private func text(of attempt: RedemptionAttempt) -> String {
    var text = lines(answer(to: attempt)).map(style.bold).joined(separator: "\n") + "\n"
    let rules = attempt.failures.map { rule in
      (style.mark(of: rule.outcome), "\(rule.title): \(rule.because.withBriefInstants)".printable)
    }
    text += DefinitionList(rules).rendered(width: width)
    for sentence in attempt.neighbours {
      text += lines(sentence).joined(separator: "\n") + "\n"
    }
    return text
  }

  private func lines(_ sentence: String) -> [String] { sentence.printable.wrapped(to: width) }

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
