public import CEL

/// The story of a customer in a few events, which can be converted to a history.
///
/// ```swift
/// let alice = CustomerStory("alice", storefront: "USA", events: [
///   .subscribe(to: "premium.monthly", on: "2024-01-01"),
///   .crossgrade(to: "basic.monthly", months: 2),
///   .cancel(),
///   .redeem(offer: "basic_1m_free", on: "2024-06-15"),
///   .renew(3),
///   .cancel(),
/// ])
/// ```
///
/// Scenario files contain the same stories in JSON. ``history(for:)`` makes the transactions and
/// the renewal information that the App Store would have for the customer.
public struct CustomerStory: Sendable, Hashable {
  /// The identifier, which results also have.
  public var customerId: String

  /// The storefront that the customer buys from; nil if it is not known.
  public var storefront: StoryStorefront?

  /// The group of a customer who buys nothing in the story; nil for the only group of the catalog.
  public var subscriptionGroupIdentifier: String?

  /// Your own attributes, which a rule set can declare and read.
  public var attributes: [String: Value]

  /// What happens, in the order of time.
  public var events: [StoryEvent]

  /// Creates a story from its events.
  public init(
    _ customerId: String = "customer",
    storefront: StoryStorefront? = nil,
    subscriptionGroupIdentifier: String? = nil,
    attributes: [String: Value] = [:],
    events: [StoryEvent]
  ) {
    self.customerId = customerId
    self.storefront = storefront
    self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
    self.attributes = attributes
    self.events = events
  }

  /// Makes the history that the App Store would have for the customer.
  ///
  /// - Parameter engine: Its catalog has the periods of the products and the terms of the offers,
  ///   and its rules decide who can redeem one.
  /// - Returns: The history.
  /// - Throws: ``StoryError`` for the first event that is impossible, or that names something that
  ///   the catalog does not have.
  /// - Complexity: O(*n* + *r* · (*n* + *o*)) for *n* periods, *r* redemptions and *o* offers.
  public func history(for engine: EligibilityEngine) throws(StoryError) -> CustomerHistory {
    if let storefront, storefront.storefront == nil {
      throw StoryError(Storefront.refusal(of: storefront.code))
    }
    var teller = StoryTeller(self, engine)
    for event in events { try teller.tell(event) }
    return teller.history
  }

  /// Returns the story as known at an instant: without later changes of auto-renewal at its end.
  ///
  /// Later purchases have dates, so facts ignore them (T6); renewal information only describes the
  /// end of the story (F3).
  func known(by now: Instant, at offset: UTCOffset) -> CustomerStory {
    var story = self
    story.events.removeLast(
      renewalChanges.prefix { change in
        (try? change.date()).map { now < $0.resolved(at: offset) } ?? false
      }.count
    )
    return story
  }

  /// The days of the changes of auto-renewal at the end of the story, the last one first.
  ///
  /// A change without a day has the day of the change before it; the first ones without a day were
  /// always known.
  var renewalChanges: [StoryDate] {
    let start = events.lastIndex { !$0.changesRenewal }.map { $0 + 1 } ?? events.startIndex
    return events[start...].reduce(into: [StoryDate]()) { days, event in
      if let day = event.date ?? days.first { days.insert(day, at: 0) }
    }
  }
}

/// The error of an impossible story, with its event.
public struct StoryError: Error, Sendable, Hashable {
  package enum Part: Sendable, Hashable {
    case verb
    case detail(StoryDetail)
  }

  /// The index of the event in the story; nil if it is not about an event.
  public let event: Int?

  /// What was expected and what was found.
  public let message: String

  /// The known name that is nearest to an unknown name.
  public internal(set) var suggestion: String?

  package let part: Part
  package let verb: StoryVerb?

  init(_ message: String, event: Int? = nil, verb: StoryVerb? = nil, part: Part = .verb) {
    self.event = event
    self.verb = verb
    self.part = part
    self.message = message
  }
}

extension StoryError: CustomStringConvertible {
  /// The error as a sentence, with its event.
  public var description: String {
    guard let event, let verb else { return messageWithSuggestion }
    return "event \(event + 1), '\(verb.rawValue)': \(messageWithSuggestion)"
  }

  package var messageWithSuggestion: String { message.suggesting(suggestion) }
}
