/// A sentence of an answer: words, and the names in it as values, so that a name is written in full
/// where it occurs first.
package struct Sentence: ExpressibleByStringInterpolation, Sendable, Hashable {
  enum Part: Sendable, Hashable {
    case text(String)
    case customer
    /// An offer, by its identifier.
    case offer(String)
    case event(LaterEvent)
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ text: String) {
      if !text.isEmpty { parts.append(.text(text)) }
    }

    package mutating func appendInterpolation(_ text: String) { parts.append(.text(text)) }

    package mutating func appendInterpolation(_ sentence: Sentence) { parts += sentence.parts }

    mutating func appendInterpolation(_ part: Part) { parts.append(part) }
  }

  let parts: [Part]

  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  package init(stringLiteral text: String) { parts = [.text(text)] }

  fileprivate init(_ parts: [Part]) { self.parts = parts }

  /// Returns the offers of these identifiers as a sentence lists them, at most a few of them by name.
  package static func offers(_ ids: [String], limit: Int = .max) -> Sentence {
    guard !ids.isEmpty else { return "no offer" }
    let shown = ids.prefix(limit).map { Sentence([.offer($0)]) }
    let rest = ids.count - shown.count
    return (rest > 0 ? shown + ["\(rest.counted("more offer"))"] : shown).asList
  }

  /// Returns the text of the sentence, or of a part of one.
  package func text(
    naming name: (String) -> String,
    customer: () -> String = { "the customer" }
  ) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .customer: customer()
      case .offer(let id): name(id)
      case .event(let event): "\(event.kind.rawValue) of \(event.instant.day)"
      }
    }.joined()
  }
}

extension [Sentence] {
  /// The sentences as one lists them: with commas between them and "and" before the last.
  var asList: Sentence {
    var parts: [Sentence.Part] = []
    for (index, sentence) in enumerated() {
      if index > 0 { parts.append(.text(index == count - 1 ? " and " : ", ")) }
      parts += sentence.parts
    }
    return Sentence(parts)
  }
}
