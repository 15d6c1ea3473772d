/// A command as data: parsing, help and the completion scripts are all made from this.
package struct CommandDescription: Sendable {
  /// The word that calls the command, such as `evaluate`.
  package let name: String

  /// What the command does, in one line: starts in lower case, no full stop.
  package let abstract: String

  /// What more there is to know: paragraphs, each on one line; lines that begin with a space are
  /// shown as they are.
  package let discussion: String

  /// The arguments in their order.
  package let positionals: [PositionalDescription]

  /// The options in the order of the help; help and version are added to those given.
  package let declarations: [any OptionDeclaration]

  /// What is to be known of the options.
  package let options: [OptionDescription]

  /// Command lines worth showing, as they are typed, and what each answers: a phrase that starts in
  /// lower case, no full stop.
  package let examples: KeyValuePairs<String, String>

  /// The exit statuses that mean something particular here, and what.
  package let exitStatuses: [ExitStatus: String]

  /// Creates a description.
  package init(
    name: String,
    abstract: String,
    discussion: String = "",
    positionals: [PositionalDescription] = [],
    options: [any OptionDeclaration] = [],
    examples: KeyValuePairs<String, String> = [:],
    exitStatuses: [ExitStatus: String] = [:]
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.positionals = positionals
    declarations = options + [.help, .version]
    self.options = declarations.map(\.description)
    self.examples = examples
    self.exitStatuses = exitStatuses
  }
}

extension CommandDescription {
  /// What the whole program is for, in one line.
  static let programAbstract = "win-back offers: who is eligible, why, why not, and when"

  /// The command with its arguments, such as `winback evaluate HISTORY --catalog FILE [OPTIONS]`.
  var usage: String {
    let required = options.filter(\.isRequired).map(\.spellingWithValue)
    return ([call] + positionals.map(\.usage) + required + ["[OPTIONS]"]).joined(separator: " ")
  }

  /// The command as it is typed, such as `winback evaluate`.
  var call: String { "winback \(name)" }

  /// The headings of the options, in the order in which the options first name them; the common
  /// ones come last.
  var optionSections: [OptionSection] {
    var sections: [OptionSection] = []
    for option in options where option.section != .common && !sections.contains(option.section) {
      sections.append(option.section)
    }
    return sections + [.common]
  }
}
