import CEL

/// Why a customer is not eligible for an offer, as a clause of a sentence.
struct Reason {
  let clause: Sentence
  /// The instant at which the reason ends, if the clause names it.
  var end: Instant?
  /// Whether the reason is access by Family Sharing.
  var isSharing = false
}

extension Answer {
  /// Returns the reasons to report: those that never end, or if all end, the last one to end.
  func reasons(of offer: OfferDecision) -> [Reason] { lasting(of: offer).map(reason) }

  /// Returns the failures to report.
  ///
  /// While a subscription is active, the time since its end is counted from a future end. So the
  /// failure to report is that of the subscription's state. It also is for a customer who never owned
  /// one.
  private func lasting(of offer: OfferDecision) -> [Obstacle] {
    let failures = obstacles[offer.offerId] ?? []
    let permanent = failures.filter { $0.end == nil }
    let current = decision.facts.state
    if decision.kind == .winBack,
      current == .neverOwned || current == .subscribed && permanent.isEmpty,
      let state = (permanent.isEmpty ? failures : permanent)
        .first(where: { $0.facts.contains(.state) })
    {
      return [state]
    }
    guard permanent.isEmpty else { return permanent }
    let last = failures.compactMap { $0.end }.max()
    return Array(failures.filter { $0.end == last }.prefix(1))
  }

  /// Returns why a rule fails: in the words of the rule set, or, if it reads the state of the
  /// subscription, shared access or the paid months, with the dates and months of this customer.
  private func reason(_ failure: Obstacle) -> Reason {
    // Only win-back offers are for customers whose subscription is over.
    if decision.kind == .winBack, failure.facts.contains(.state),
      let state = state(until: failure.end)
    {
      return state
    }
    if failure.facts.contains(.hasSharedAccess), let end = sharedEnd {
      return Reason(
        clause: "the customer has access by Family Sharing until \(end.lastWholeDay)",
        end: failure.end,
        isSharing: true
      )
    }
    guard failure.facts.contains(.paidMonths) else { return Reason(clause: "\(failure.because)") }
    return Reason(clause: "\(currentMonth(of: failure.rule) ?? failure.because)\(unpaid)")
  }

  /// The month of paid service that has begun, which a receipt shows and no rule counts yet; nil if no
  /// period is paid right now, or at all.
  private func currentMonth(of rule: RuleOutcome) -> String? {
    let months = decision.facts.paidMonths
    let condition = rule.conditions.first {
      $0.outcome == .fails && $0.actual == .int(Int64(months))
    }
    guard case .int(let value)? = condition?.needed, let needed = Int(exactly: value) else {
      return nil
    }
    if let service = decision.lastService, service.kind == .paid, service.end > now {
      return "the customer is in the \(months.ordinal(after: 1)) month of paid service, and "
        + "\(needed.counted("whole month is", "whole months are")) needed"
    }
    guard months == 0,
      decision.periods.contains(where: { $0.kind == .paid && $0.start < now })
    else { return nil }
    return "the customer has paid for less than 1 month, and the offer asks for \(needed)"
  }

  /// The periods that do not count as paid months, as the end of a clause.
  private var unpaid: String {
    let left = decision.unpaid
    var parts = left.earlierMonths == 0 ? [] : ["the \(left.earlierMonths) before the break"]
    for (number, word) in [(left.free, "free"), (left.refunded, "refunded")] where number > 0 {
      parts.append(number.counted("\(word) period"))
    }
    guard !parts.isEmpty else { return "" }
    let isOne = parts.count == 1 && left.earlierMonths < 2 && left.free < 2 && left.refunded < 2
    return "; \(parts.asList) \(isOne ? "does" : "do") not count"
  }

  /// Returns why the state of the subscription excludes the customer; nil if it does not.
  private func state(until end: Instant?) -> Reason? {
    guard decision.facts.state != .neverOwned else {
      let event = decision.nextEvent.flatMap { $0.kind == .purchase ? $0 : nil }
      return Reason(
        clause: event.map { "the first purchase in \(group) is of \($0.instant.day)" }
          ?? "the customer never owned a subscription of \(group)"
      )
    }
    guard let service = decision.lastService else { return nil }
    let product = decision.facts.productId.map(names.productName) ?? ""
    switch decision.facts.state {
    case .subscribed:
      let last = service.end.lastWholeDay
      if let offer = service.winBackOffer {
        return Reason(
          clause: "the customer redeems \(.offer(offer)) right now, until \(last)",
          end: service.end
        )
      }
      let renewal = decision.renewal?.autoRenews.map { $0 ? " and renews" : " and does not renew" }
      return Reason(
        clause: "the subscription to \(product) is active until \(last)\(renewal ?? "")",
        end: service.end
      )
    case .inGracePeriod:
      guard let grace = decision.recoveries.first?.end else { return nil }
      return Reason(
        clause: """
          the payment failed on \(service.end.day), and service continues until \
          \(grace.lastWholeDay)
          """,
        end: grace
      )
    case .inBillingRetryPeriod:
      guard let end else { return nil }
      return Reason(
        clause: """
          the payment failed on \(service.end.day), and Apple tries it again until \(end.day) at \
          the latest
          """,
        end: end
      )
    case .revoked:
      guard let end else { return nil }
      return Reason(
        clause: """
          the last purchase was refunded on \(service.end.day), and counts as ended from \(end.day)
          """,
        end: end
      )
    case .neverOwned, .expired, nil: return nil
    }
  }

  // MARK: - What else is to be told

  /// The end of the access by Family Sharing that the customer has; nil without such access.
  private var sharedEnd: Instant? {
    decision.periods.filter { $0.kind == .shared && $0.start <= now && now < $0.end }
      .map { $0.end }.max()
  }

  var sharing: Sentence? {
    sharedEnd.map { "The customer has access by Family Sharing until \($0.lastWholeDay)." }
  }

  /// The commitment that has not ended.
  var commitment: Sentence? {
    decision.commitmentEnd.map {
      "The commitment to pay every month runs until \($0.lastWholeDay)."
    }
  }

  /// The store's own answer, if it is different.
  var storeAnswer: Sentence? {
    guard let answer = decision.evidence.storeAnswer, !answer.isSame else { return nil }
    let time = answer.asOf.map { " on \($0.day)" } ?? ""
    let named = Sentence.offers(answer.eligibleWinBackOfferIDs)
    return "The App Store named \(named)\(time), and these rules \(answer.ourList) for that time."
  }
}

extension Evidence.StoreAnswer {
  /// Whether the rules give the same list, and decide each offer.
  package var isSame: Bool { agrees && undetermined.isEmpty }

  /// Our list as a predicate, such as `give no offer` or `cannot decide One month free`.
  package var ourList: Sentence {
    let given: [Sentence] =
      undetermined.isEmpty || !ours.isEmpty ? ["give \(.offers(ours))"] : []
    return (given + (undetermined.isEmpty ? [] : ["cannot decide \(.offers(undetermined))"])).asList
  }
}

extension Decision {
  /// The end of the commitment of the last purchase; nil if it has ended, or ended with the
  /// subscription.
  package var commitmentEnd: Instant? {
    guard let service = lastService, service.kind != .refunded, let end = service.commitmentEnd,
      end > asOf, facts.state != .expired
    else { return nil }
    return end
  }

  /// The length of the last break in the customer's own service that can be too short to end a run of
  /// paid service, in whole days; nil if there was none (F8).
  var lastBreak: String? {
    let own = periods.filter { $0.kind != .shared && $0.start <= asOf }
    guard var end = own.first?.end else { return nil }
    var length: Int64?
    for period in own {
      let gap = end.milliseconds(until: period.start)
      if gap > 0, gap <= Timeline.longestGap { length = gap }
      end = max(end, period.end)
    }
    guard let days = length.map({ Int($0 / Instant.millisecondsPerDay) }) else { return nil }
    return days == 0 ? "less than a day" : days.counted("day")
  }
}

extension Int {
  private static let ordinals = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
  ]

  /// Returns the number after some, as the one that comes then: `third`, `24th`.
  fileprivate func ordinal(after whole: Int) -> String {
    let number = self + whole
    guard number > 12 else { return Self.ordinals[Swift.max(0, number - 1)] }
    let suffix = [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
    return "\(number)\(11...13 ~= number % 100 ? "th" : suffix)"
  }
}
