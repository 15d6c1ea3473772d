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
  public let suggestion: String?

  package let part: Part
  package let verb: StoryVerb?

  init(_ message: String) { self.init(event: nil, verb: nil, part: .verb, message: message) }

  init(event: Int?, verb: StoryVerb?, part: Part, message: String, suggestion: String? = nil) {
    self.event = event
    self.verb = verb
    self.part = part
    self.message = message
    self.suggestion = suggestion
  }
}

extension StoryError: CustomStringConvertible {
  /// The error as a sentence, with its event.
  public var description: String {
    guard let event, let verb else { return messageWithSuggestion }
    return "event \(event + 1), '\(verb.rawValue)': \(messageWithSuggestion)"
  }

  package var messageWithSuggestion: String {
    suggestion.map { message + "; did you mean '\($0)'?" } ?? message
  }
}
