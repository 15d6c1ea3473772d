import WinBack

/// A catalog, the whole life of a customer in its groups, and a view of it, all from one seed.
struct LifeCase: CustomStringConvertible {
  typealias Milliseconds = Reference.Milliseconds

  let seed: UInt64
  let catalog: Catalog
  let lives: [Life]
  let view: LifeView
  /// A view of the same or a later date, in the same format.
  let newerView: LifeView
  /// Instants before and after the date of the view, at and around those at which something happens.
  let instants: [Milliseconds]

  init(seed: UInt64) {
    self.seed = seed
    var dice = Dice(seed: seed)
    let catalog = dice.catalogOfLives()
    let lives = catalog.subscriptionGroups.enumerated().map {
      dice.life(in: $0.element, number: $0.offset + 1)
    }
    let events = lives.flatMap(\.events)
    let months = catalog.subscriptionGroups.flatMap(\.subscriptions).flatMap(\.winBackOffers)
      .flatMap(\.countedMonths)
    let date = dice.instant(near: events, months: [0])
    view = dice.view(of: lives, asOf: date)
    let laterEvents = events.filter { $0 >= date } + [date]
    let newerDate = max(date, dice.instant(near: laterEvents, months: [0]))
    var newer = dice.view(of: lives, asOf: newerDate)
    newer.signature = view.signature
    newer.omissions = view.omissions
    newerView = newer
    self.catalog = catalog
    self.lives = lives
    instants =
      [date]
      + (0..<7).map { _ in
        dice.instant(near: dice.chance(50) ? events : laterEvents, months: months)
      }
  }

  /// The verdicts on a customer at an instant, by group and offer.
  func verdicts(
    on history: CustomerHistory,
    _ policies: Reference.Policies = Reference.Policies(),
    at now: Milliseconds
  ) throws -> [String: [String: Reference.Verdict]] {
    let answers = try Reference.answers(for: history, in: catalog, policies, asOf: now)
    return Dictionary(
      uniqueKeysWithValues: answers.map { answer in
        (
          answer.group,
          Dictionary(uniqueKeysWithValues: answer.offers.map { ($0.offerId, $0.verdict) })
        )
      }
    )
  }

  /// An answer about an offer for which the view shows all that it lacks.
  struct Answer {
    let group: String
    let offerId: String
    let now: Milliseconds
    let found: Reference.Verdict
    let truth: Reference.Verdict

    /// Whether the whole life refutes it.
    ///
    /// At an instant at which even the whole life is not decided, such
    /// as that of a renewal, it refutes nothing.
    var isWrong: Bool { ![found, truth].contains(.undetermined) && found != truth }
  }

  /// The answers of the second reading about a history, which a view shows, at all instants at which the
  /// view can see.
  func answers(
    about history: CustomerHistory,
    seenBy view: LifeView,
    _ policies: Reference.Policies = Reference.Policies(),
    despite accepted: Blindness? = nil
  ) throws -> [Answer] {
    try answers(seenBy: view, at: instants, despite: accepted) {
      try verdicts(on: history, policies, at: $0)
    }
  }

  /// The answers that somebody gives, beside those of the whole life.
  func answers(
    seenBy view: LifeView,
    at instants: [Milliseconds],
    despite accepted: Blindness? = nil,
    asking verdicts: (Milliseconds) throws -> [String: [String: Reference.Verdict]]
  ) throws -> [Answer] {
    var answers: [Answer] = []
    for now in instants {
      let seeing = lives.filter { view.blindness(to: $0, at: now) == accepted }.map(\.group)
      guard !seeing.isEmpty else { continue }
      let found = try verdicts(now)
      let truth = try self.verdicts(on: truth(at: now), at: now)
      for group in seeing {
        for (offerId, verdict) in found[group] ?? [:] {
          guard let real = truth[group]?[offerId] else { continue }
          answers.append(
            Answer(group: group, offerId: offerId, now: now, found: verdict, truth: real)
          )
        }
      }
    }
    return answers
  }

  /// The customer as the App Store knows them at an instant: all purchases, and renewal information of
  /// that instant.
  func truth(at now: Milliseconds) -> CustomerHistory { LifeView.whole(of: lives, at: now) }

  var description: String {
    let offers = catalog.subscriptionGroups.flatMap(\.subscriptions).flatMap { subscription in
      subscription.winBackOffers.map { "product \(subscription.productId), \($0.line)" }
    }
    var lines = ["seed \(seed)"] + offers
    for life in lives {
      lines += life.purchases.map { "\($0.failsAtEnd ? "failing " : "")\($0.transaction.line)" }
      lines += life.statuses.map { "from \(Reference.text($0.from)) \($0.info.line)" }
    }
    let history = view.history(of: lives)
    lines.append("view of \(Reference.text(view.date)), gaps \(history.gaps.rawValue):")
    lines += history.transactions.map(\.line) + history.renewalInfo.map(\.line)
    return lines.joined(separator: "\n  ")
  }
}

extension Dice {
  /// An instant of a list, or close to one, or months after one.
  fileprivate mutating func instant(near events: [Int64], months: [Int]) -> Int64 {
    let instant = Reference.add(months: pick(months), to: pick(events))
    return instant + pick([0, 0, 1, -1, 3_600_000, Int64(number(1...90)) * Reference.day])
  }

  /// A catalog of one group or two, of products of all lengths, whose offers ask for little.
  fileprivate mutating func catalogOfLives() -> Catalog {
    Catalog(
      subscriptionGroups: pick([["g1"], ["g1"], ["g1", "g2"]]).map { group in
        SubscriptionGroup(
          id: group,
          subscriptions: ["weekly", "monthly", "monthly", "yearly"].enumerated().map {
            Subscription(
              productId: "\(group).\($0.offset).\($0.element)",
              winBackOffers: [offer("\(group).\($0.offset)a"), offer("\(group).\($0.offset)b")]
            )
          }
        )
      }
    )
  }

  private mutating func offer(_ offerId: String) -> WinBackOffer {
    let minimum = pick([1, 1, 1, 2, 3])
    let start = Instant(milliseconds: Reference.instant("2022-01-01"))
    return WinBackOffer(
      offerId: offerId,
      offerMode: .freeTrial,
      duration: .oneMonth,
      periodCount: 1,
      customerEligibilityPaidSubscriptionDurationInMonths: pick([1, 1, 2, 3, 6]),
      customerEligibilityTimeSinceLastSubscribedInMonths: MonthRange(
        minimum: minimum,
        maximum: minimum + pick([0, 1, 6, 20])
      ),
      customerEligibilityWaitBetweenOffersInMonths: pick([nil, 2, 3, 12]),
      startDate: .day(start.adding(milliseconds: pick([0, 0, 300, 700]) * Reference.day).date),
      priority: .normal
    )
  }
}

extension WinBackOffer {
  fileprivate var countedMonths: [Int] {
    let lapse = customerEligibilityTimeSinceLastSubscribedInMonths
    return [0, lapse.minimum, lapse.minimum, lapse.maximum]
      + [customerEligibilityWaitBetweenOffersInMonths].compactMap(\.self)
  }
}
