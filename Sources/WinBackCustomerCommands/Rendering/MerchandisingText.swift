import WinBackCommandLine

extension Decision {
  /// Returns what an app shows the customer in a sentence without who it is about (M1), with a term; none
  /// if the decision has no merchandising.
  func shownRows(_ names: CatalogNames) -> [(String, String)] {
    guard let merchandising else { return [] }
    let because = merchandising.because.withBriefInstants
    let phrase = merchandising.show.phrase(
      merchandising.productId.map(names.product),
      merchandising.offerId.map { names.offer($0, in: subscriptionGroupIdentifier) }
    )
    let span = merchandising.window(at: asOf).map { window in
      (window.from == .minimum ? "" : " from \(window.from.brief)")
        + (window.lastDay(asOf: asOf).map { " until \($0)" } ?? "")
    }
    let sentence =
      switch merchandising.show {
      case .hidden, .plain: "\(phrase)\(span ?? ""): \(because)"
      case .offer: phrase + (span ?? "")
      case .undetermined: because
      }
    return [("shown", sentence)]
  }
}

/// The result of purchases with an offer as text for people (M4).
extension TextPage {
  func text(of attempts: [RedemptionAttempt], _ names: CatalogNames) -> String {
    attempts.map { text(of: $0, names) }.joined(separator: "\n")
  }

  private func text(of attempt: RedemptionAttempt, _ names: CatalogNames) -> String {
    let rules = attempt.failures.map { rule in
      (style.mark(of: rule.outcome), "\(rule.title): \(rule.because.withBriefInstants)".printable)
    }
    return lines(answer(to: attempt, names)).map { style.bold($0) + "\n" }.joined() + list(rules)
      + attempt.neighbours.flatMap(lines).map { $0 + "\n" }.joined()
  }

  private func answer(to attempt: RedemptionAttempt, _ names: CatalogNames) -> String {
    let offer = OfferKey(
      group: attempt.subscriptionGroupIdentifier,
      offerId: attempt.offerId
    )
    let purchase = "\(names.customer(attempt.customerId)) redeems \(names.offer(offer))"
    let result =
      switch attempt.verdict {
      case .eligible:
        "the purchase succeeds. The offer is open since \(attempt.start)"
          + (attempt.end ?? ", without an end")
      case .ineligible: "the purchase fails with ineligibleForOffer"
      case .undetermined:
        "whether the purchase succeeds is not known. The input does not give "
          + attempt.missing.joined(separator: ", ")
      }
    let edge = attempt.window?.through ?? attempt.lastBefore
    return "\(purchase) on \(attempt.at.brief(beside: edge)): \(result)."
  }
}

extension RedemptionAttempt {
  /// The end of the window in which a purchase succeeds, in words; nil if it never ends.
  fileprivate var end: String? {
    guard let window, window.contains(at) else { return " until this purchase of the history" }
    let isOpen = undecided.contains { $0.follows(window) }
    return window.lastDay(asOf: at).map { " until \($0)" + (isOpen ? " at least" : "") }
  }

  /// The start of that window, in words.
  fileprivate var start: String {
    guard let window else { return "then" }
    let isOpen = undecided.contains { window.follows($0) }
    return window.from.brief + (isOpen ? " at the latest" : "")
  }

  /// The good instants around a purchase that does not succeed, in sentences.
  fileprivate var neighbours: [String] {
    guard verdict != .eligible else { return [] }
    let open = undecided.filter { $0.from < firstAfter ?? .maximum && $0.through ?? .maximum >= at }
    let limit = open.isEmpty ? "" : " at the latest"
    let sentences = [
      lastBefore.map { "The last instant before at which it succeeds is \($0.time(beside: at))." },
      open.first { $0.from > at }.map {
        "From \($0.from.brief(beside: at)) it is not known whether it succeeds."
      },
      firstAfter.map { "The first instant after is \($0.brief(beside: at))\(limit)." },
    ].compactMap(\.self)
    return sentences.isEmpty && undecided.isEmpty ? ["It succeeds at no other instant."] : sentences
  }
}
