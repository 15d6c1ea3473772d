/// A date in a customer's story: a day, or a day with a time.
///
/// In code it is ISO 8601 text, such as `"2024-06-15"` or `"2024-06-15T09:30:00Z"`. A day without a
/// time starts in the time zone of the policy `timeZone` (T4). Text that is not a date is an error
/// when the story is used, not a crash.
public struct StoryDate: Sendable, Hashable {
  private let content: Result<TimelineDate, StoryDateError>

  /// Creates a date from a date of a history.
  public init(_ date: TimelineDate) { content = .success(date) }

  /// Creates a date from an instant.
  public init(_ instant: Instant) { content = .success(TimelineDate(instant)) }

  func date() throws(StoryDateError) -> TimelineDate { try content.get() }
}

extension StoryDate: ExpressibleByStringLiteral {
  /// Creates a date from ISO 8601 text.
  public init(stringLiteral text: String) {
    do {
      content = .success(try TimelineDate(iso8601: text))
    } catch {
      let message = "expected a date such as 2025-01-15, found '\(text)': \(error)"
      content = .failure(StoryDateError(description: message))
    }
  }
}

/// A text that should be a date and is not one.
public struct StoryDateError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was expected and what was found.
  public let description: String
}

extension TimelineDate {
  func moved(to instant: Instant) -> TimelineDate {
    TimelineDate(instant: instant, isDateOnly: isDateOnly)
  }

  var text: String { isDateOnly ? instant.date.description : instant.description }
}

/// The storefront in a customer's story.
///
/// In code it is a code of ISO 3166-1, such as `"USA"`. Any other text is an error when the story
/// is used, not an unknown storefront.
public struct StoryStorefront: Sendable, Hashable {
  /// The code.
  public let code: String

  /// Creates the storefront of a story.
  public init(_ storefront: Storefront) { code = storefront.code }

  /// The storefront; nil if the code is not one.
  package var storefront: Storefront? { Storefront(code).flatMap { $0.isCountry ? $0 : nil } }
}

extension StoryStorefront: ExpressibleByStringLiteral {
  /// Creates the storefront of a story from its code.
  public init(stringLiteral code: String) { self.code = code }
}
