/// An argument that is known by its place: what parsing, help and completion need to know of it.
package struct PositionalDescription: Sendable, Hashable {
  /// How many arguments stand in the place.
  package enum Count: Sendable, Hashable {
    case exactlyOne
    case atMostOne
    case oneOrMore
    case zeroOrMore
  }

  /// The name in capitals, such as `HISTORY`.
  package let name: String

  /// How many arguments stand in the place; only the last place may hold several.
  package let count: Count

  /// What the argument is.
  package let kind: ValueKind

  /// What the argument means: a phrase in lower case, no full stop.
  package let help: String

  /// Creates a description.
  package init(
    _ name: String,
    count: Count = .exactlyOne,
    kind: ValueKind = .text,
    help: String
  ) {
    self.name = name
    self.count = count
    self.kind = kind
    self.help = help
  }
}

extension PositionalDescription {
  /// A Boolean value indicating whether the command cannot do without it.
  var isRequired: Bool { count == .exactlyOne || count == .oneOrMore }

  /// A Boolean value indicating whether several arguments may stand in the place.
  var isRepeatable: Bool { count == .oneOrMore || count == .zeroOrMore }

  /// What the argument means, with the values to choose from.
  var meaning: String {
    guard let choices = kind.choices else { return help }
    return "\(help): \(choices.joined(separator: ", "))"
  }

  /// The name as the usage line shows it, such as `[NAME]` or `PATH...`.
  var usage: String {
    let repeated = isRepeatable ? "\(name)..." : name
    return isRequired ? repeated : "[\(repeated)]"
  }
}
