/// A story that cannot have happened: what is wrong, and with which of its events.
public struct StoryError: Error, Sendable, Hashable {
  /// What of an event is wrong.
  package enum Part: Sendable, Hashable {
    case verb
    /// A detail beside the verb.
    case detail(StoryDetail)
  }

  /// The place of the event in the story, from 0; nil if it is not about an event.
  public let event: Int?

  /// What was expected and what was found.
  public let message: String

  /// The known name that is nearest to an unknown one.
  public let suggestion: String?

  package let part: Part
  package let verb: StoryVerb?

  init(_ message: String) {
    self.init(event: nil, verb: nil, part: .verb, message: message)
  }

  init(
    event: Int?,
    verb: StoryVerb?,
    part: Part,
    message: String,
    suggestion: String? = nil
  ) {
    self.event = event
    self.verb = verb
    self.part = part
    self.message = message
    self.suggestion = suggestion
  }
}

extension StoryError: CustomStringConvertible {
  /// The error as a sentence, with the event that it is about.
  public var description: String {
    guard let event, let verb else { return messageWithSuggestion }
    return "event \(event + 1), '\(verb.rawValue)': \(messageWithSuggestion)"
  }

  /// The message, with the nearest known name if there is one.
  package var messageWithSuggestion: String {
    suggestion.map { message + "; did you mean '\($0)'?" } ?? message
  }
}
