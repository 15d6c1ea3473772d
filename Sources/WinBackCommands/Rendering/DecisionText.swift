import CEL
import CalendarTime
import WinBack

/// A decision as text for people: the answer first, then the picture, then each offer with reasons.
struct DecisionText {
  /// Lines longer than this are hard to read, however wide the terminal is.
  private static let widest = 120

  private let style: TextStyle
  private let width: Int
  private let selection: OfferSelection

  /// Creates text for an output of this width and style.
  init(for channel: OutputChannel, _ selection: OfferSelection = OfferSelection()) {
    self.selection = selection
    style = channel.style
    width = min(channel.width, Self.widest)
  }

  /// Returns the text of decisions, with a line between them; it ends with a line feed.
  func text(of decisions: [Decision]) -> String {
    let line = style.dim(String(repeating: "─", count: width))
    return decisions.map(text(of:)).joined(separator: "\n\(line)\n\n")
  }

  private func text(of decision: Decision) -> String {
    let picture = TimelinePicture(decision, style: style, width: width).text
    // What the customer may have comes first, each kind in the order of the result.
    let offers = Verdict.mostWanted.flatMap { verdict in
      decision.offers.filter { $0.verdict == verdict && selection.contains($0.offerId) }
    }
    let parts = [headline(of: decision), answer(of: decision), picture] + offers.map(section)
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func headline(of decision: Decision) -> String {
    let group =
      decision.subscriptionGroupIdentifier.isEmpty
      ? "" : " in group \(decision.subscriptionGroupIdentifier.printable)"
    return style.bold(decision.customerId.printable) + group + ", as of \(decision.asOf.brief)\n"
  }

  // MARK: - The answer

  private func answer(of decision: Decision) -> String {
    var rows = DefinitionList()
    rows.append("eligible", list(decision.eligibleWinBackOfferIDs, style.green))
    let undetermined = decision.undeterminedWinBackOfferIDs
    if !undetermined.isEmpty { rows.append("undetermined", list(undetermined, style.yellow)) }
    if decision.offers.isEmpty {
      rows.append(
        "offers",
        decision.subscriptionGroupIdentifier.isEmpty
          ? "none, for no subscription group is known" : "none in the catalog for this group"
      )
    } else {
      let change = decision.changesAt?.brief ?? "none"
      rows.append("next change", "\(change), if nothing more is bought")
    }
    rows.append(
      "subscription",
      SubscriptionPhrase(decision.facts, asOf: decision.asOf).text.printable
    )
    return rows.rendered(width: width)
  }

  private func list(_ ids: [String], _ color: (String) -> String) -> String {
    ids.isEmpty ? "none" : ids.map { color($0.printable) }.joined(separator: ", ")
  }

  // MARK: - One offer

  private func section(on offer: OfferDecision) -> String {
    let title = style.bold(offer.offerId.printable) + " on \(offer.productId.printable)"
    var text = "\(style.mark(of: offer.verdict.truth)) \(title): \(verdict(of: offer))\n"
    var rules = DefinitionList()
    for rule in offer.rules {
      rules.append("\(style.mark(of: rule.outcome)) \(rule.id.printable)", sentence(of: rule))
    }
    text += rules.rendered(width: width)
    var notes = DefinitionList()
    for note in OfferNotes(offer).rows {
      // Their names stand under those of the rules, behind the marks.
      notes.append("  \(note.name)", note.lines.map(\.printable).joined(separator: "\n"))
    }
    return text + notes.rendered(width: width)
  }

  private func verdict(of offer: OfferDecision) -> String {
    let phrase = offer.verdict.phrase
    switch offer.verdict {
    case .eligible: return style.green(phrase)
    case .ineligible: return style.red(phrase)
    case .undetermined:
      let missing = offer.missingFacts.joined(separator: ", ").printable
      return style.yellow(phrase) + (missing.isEmpty ? "" : ", for want of \(missing)")
    }
  }

  private func sentence(of rule: RuleOutcome) -> String {
    let because = rule.because.withBriefInstants.printable
    return rule.outcome == .holds ? style.dim(because) : because
  }
}

extension Verdict {
  /// The verdicts in the order in which a person wants to read of them.
  static let mostWanted: [Verdict] = [.eligible, .undetermined, .ineligible]
}
