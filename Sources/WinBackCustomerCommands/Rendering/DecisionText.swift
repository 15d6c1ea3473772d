import WinBackCommandLine

/// A decision as text for people: the answer in a sentence, then what it is based on, the picture,
/// and the offers: those that the customer is eligible for first, then those to come, then the
/// others.
struct DecisionText {
  let page: TextPage
  let names: CatalogNames
  let selection: OfferSelection
  /// Whether rules that hold are shown, too, and instants to the millisecond.
  let isVerbose: Bool

  func answers(of decisions: [Decision]) -> String {
    decisions.map { answer($0).joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private func answer(_ decision: Decision) -> [String] {
    page.lines(Answer(decision, selection).text)
  }

  func text(of decisions: [Decision]) -> String {
    let line = page.style.dim(String(repeating: "─", count: page.width))
    return decisions.map(text).joined(separator: "\n\(line)\n\n")
  }

  private func text(of decision: Decision) -> String {
    let answer = answer(decision).map(page.style.bold).joined(separator: "\n") + "\n"
    let picture = TimelinePicture(decision, style: page.style, width: page.width).text
    let offers = decision.offers.filter { selection.contains($0.offerId) }
    let strange = offers.filter { isStrange($0, to: decision) }
    let groups = OfferGroup.allCases.map { group in
      let own = offers.filter {
        OfferGroup($0, asOf: decision.asOf) == group && !strange.contains($0)
      }
      let sections = own.map { section(on: $0, decision) }.joined(separator: "\n")
      return own.isEmpty ? "" : page.style.bold(group.title) + "\n\n" + sections
    }
    let parts =
      [answer, basis(of: decision), purchases(of: decision), picture] + groups
      + [line(on: strange, decision)]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  // MARK: - What the answer is based on

  private func basis(of decision: Decision) -> String {
    let group = decision.subscriptionGroupIdentifier
    let subscription = decision.subscriptionPhrases(names).joined(separator: ", ")
    var rows = [
      ("as of", time(decision.asOf) + (group.isEmpty ? "" : ", in group \(group)")),
      ("subscription", subscription),
    ]
    rows += decision.evidenceRows(names) + decision.shownRows(names)
    if !decision.offers.isEmpty {
      rows.append(("next change", decision.nextChange { time($0, decision.asOf) }))
    }
    return page.list(rows.map { ($0, $1.printable) })
  }

  private func time(_ instant: Instant, _ now: Instant? = nil) -> String {
    isVerbose ? instant.description : instant.brief(beside: now)
  }

  /// The customer's purchases, which somebody compares with receipts.
  private func purchases(of decision: Decision) -> String {
    let rows = decision.periods.filter { isVerbose && $0.productId != nil }.map { period in
      let offer = period.winBackOffer.map {
        names.offer($0, in: decision.subscriptionGroupIdentifier)
      }
      let parts = [
        period.productId.map(names.product), period.priceText,
        period.kind == .paid ? nil : period.kind.rawValue,
        offer.map { "with the offer \($0)" }, "until \(time(period.end))",
      ]
      return (time(period.start), parts.compactMap(\.self).joined(separator: ", ").printable)
    }
    return rows.isEmpty ? "" : page.style.bold("Purchases") + "\n\n" + page.list(rows)
  }

  // MARK: - Offers

  private func section(on offer: OfferDecision, _ decision: Decision) -> String {
    let name = names.offer(offer.offerId, in: decision.subscriptionGroupIdentifier)
    let title = "\(name) on \(names.product(offer.productId)):".printable.wrapped(
      to: page.width - 2
    )
    let verdict = page.style.colored(offer.verdict.phrase, by: offer.verdict.truth)
    let isLong = (title.last?.displayWidth ?? 0) + 1 + verdict.displayWidth > page.width - 2
    var text =
      "\(page.style.mark(of: offer.verdict.truth)) "
      + title.map(page.style.bold).joined(separator: "\n  ") + (isLong ? "\n  " : " ") + verdict
      + "\n"
    let rules = offer.rules.filter { isVerbose || $0.outcome != .holds }
    text += page.list(rules.map { (page.style.mark(of: $0.outcome), sentence(of: $0)) })
    let notes = OfferNotes(offer: offer, decision: decision, names: names, isExact: isVerbose)
    return text
      + page.list(
        notes.rows.map { ("  \($0.name)", $0.lines.map(\.printable).joined(separator: "\n")) }
      )
  }

  /// Returns whether an offer is of no interest: it is on a product that the customer never had, and
  /// cannot open, and nobody asked for it.
  private func isStrange(_ offer: OfferDecision, to decision: Decision) -> Bool {
    decision.kind.needsPurchase && !isVerbose && selection.isAll
      && OfferGroup(offer, asOf: decision.asOf) == .other
      && offer.productId != decision.facts.productId
      && !decision.periods.contains { $0.productId == offer.productId }
  }

  private func line(on offers: [OfferDecision], _ decision: Decision) -> String {
    guard !offers.isEmpty else { return "" }
    let names = Sentence.offers(offers.map(\.offerId), limit: 3)
      .text { self.names.offer($0, in: decision.subscriptionGroupIdentifier) }
    return page.style.dim(
      "Not eligible for offers on products that the customer never had: \(names).".printable
        .wrapped(to: page.width).joined(separator: "\n") + "\n"
    )
  }

  private func sentence(of rule: RuleOutcome) -> String {
    let because = isVerbose ? rule.because : rule.because.withBriefInstants
    let id = isVerbose ? " [\(rule.id)]" : ""
    let sentence = "\(rule.title)\(id): \(because)".printable
    return rule.outcome == .holds ? page.style.dim(sentence) : sentence
  }
}

/// The offers in the order in which a person wants to read of them.
enum OfferGroup: CaseIterable {
  case now, open, later, perhaps, other

  init(_ offer: OfferDecision, asOf now: Instant) {
    switch offer.verdict {
    case .eligible: self = .now
    case .undetermined: self = .open
    case .ineligible where offer.opening(after: now) != nil: self = .later
    case .ineligible where offer.doubt(after: now) != nil: self = .perhaps
    case .ineligible: self = .other
    }
  }

  var title: String {
    switch self {
    case .now: "Eligible now"
    case .open: "Not decided"
    case .later: "Eligible later"
    case .perhaps: "Perhaps eligible later"
    case .other: "Not eligible"
    }
  }
}
