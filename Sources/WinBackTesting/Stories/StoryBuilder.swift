public import CEL
public import WinBack

/// Gathers the events of a story that is written in braces.
@resultBuilder
public enum StoryBuilder: Sendable {
  /// Returns the events of parts, one after the other.
  public static func buildBlock(_ parts: [StoryEvent]...) -> [StoryEvent] {
    parts.flatMap(\.self)
  }

  /// Returns a part of one event.
  public static func buildExpression(_ event: StoryEvent) -> [StoryEvent] {
    [event]
  }

  /// Returns a part that may be left out.
  public static func buildOptional(_ part: [StoryEvent]?) -> [StoryEvent] {
    part ?? []
  }

  /// Returns the first of two parts.
  public static func buildEither(first part: [StoryEvent]) -> [StoryEvent] {
    part
  }

  /// Returns the second of two parts.
  public static func buildEither(second part: [StoryEvent]) -> [StoryEvent] {
    part
  }

  /// Returns the parts of a loop, one after the other.
  public static func buildArray(_ parts: [[StoryEvent]]) -> [StoryEvent] {
    parts.flatMap(\.self)
  }
}

extension CustomerStory {
  /// Creates a story from the events in braces.
  public init(
    _ customerId: String = "customer",
    storefront: Storefront? = nil,
    subscriptionGroupIdentifier: String? = nil,
    attributes: [String: Value] = [:],
    @StoryBuilder events: () -> [StoryEvent]
  ) {
    self.init(
      customerId,
      storefront: storefront,
      subscriptionGroupIdentifier: subscriptionGroupIdentifier,
      attributes: attributes,
      events: events()
    )
  }
}
