/// What parsing, help and completion need to know of an option; see ``Option``.
package struct OptionDescription: Sendable, Hashable {
  /// What an option takes after its name.
  package enum Value: Sendable, Hashable {
    /// Nothing: the option is a flag.
    case none
    /// A value, called by this name in the help, such as `FILE`.
    case named(String, ValueKind)
  }

  /// The name without its dashes, such as `as-of`.
  package let name: String

  /// The letter of the short form.
  package let shortName: Character?

  /// What the option takes after its name.
  package let value: Value

  /// A Boolean value indicating whether the command cannot do without it.
  package let isRequired: Bool

  /// A Boolean value indicating whether the option may be given several times.
  package let isRepeatable: Bool

  /// What the option does: a phrase in lower case, no full stop.
  package let help: String

  /// What holds when the option is not given, as the help puts it after "default:".
  package let defaultText: String?

  /// The heading of the help under which the option stands.
  package let section: OptionSection

  /// A Boolean value indicating whether results can differ with it.
  package internal(set) var changesResults = true

  init(
    name: String,
    shortName: Character? = nil,
    value: Value = .none,
    isRequired: Bool = false,
    isRepeatable: Bool = false,
    help: String,
    defaultText: String? = nil,
    section: OptionSection = .options
  ) {
    self.name = name
    self.shortName = shortName
    self.value = value
    self.isRequired = isRequired
    self.isRepeatable = isRepeatable
    self.help = help
    self.defaultText = defaultText
    self.section = section
  }
}

extension OptionDescription {
  /// The name as it is typed, such as `--as-of`.
  var spelling: String { "--\(name)" }

  /// All names as they are typed, the short one first.
  var spellings: [String] {
    (shortName.map { ["-\($0)"] } ?? []) + [spelling]
  }

  /// The name and its value as they are typed, such as `--as-of INSTANT`.
  var spellingWithValue: String {
    guard case .named(let valueName, _) = value else { return spelling }
    return "\(spelling) \(valueName)"
  }

  /// What the option does, with the values to choose from and what holds without it.
  var meaning: String {
    var text = help
    if let choices = kind?.choices { text += ": \(choices.joined(separator: ", "))" }
    if let defaultText { text += " (default:\u{A0}\(defaultText))" }
    return text
  }

  /// A Boolean value indicating whether the option takes a value.
  var takesValue: Bool { value != .none }

  /// What the value is; nil for a flag.
  var kind: ValueKind? {
    guard case .named(_, let kind) = value else { return nil }
    return kind
  }
}

/// A heading of the help under which options stand.
package struct OptionSection: Sendable, Hashable {
  /// The words of the heading, such as `Options`.
  package let title: String

  /// Creates a heading.
  package init(_ title: String) {
    self.title = title
  }

  /// The options that a command has of its own.
  package static let options = OptionSection("Options")

  /// The options that most commands share.
  package static let common = OptionSection("Common options")
}
