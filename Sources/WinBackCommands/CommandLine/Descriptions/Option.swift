/// An option of a command, with the type of what it gives: `arguments[until]` is a date.
///
/// Its declaration is the one place that says how it is called, what may stand after it, how that is
/// read, and what holds without it.
package struct Option<Value: Sendable>: OptionDeclaration {
  package let description: OptionDescription

  /// What holds when the option is not given.
  let absent: Value

  private let reading: @Sendable ([String]) throws(UsageError.Kind) -> Value

  private init(
    _ description: OptionDescription,
    absent: Value,
    reading: @escaping @Sendable ([String]) throws(UsageError.Kind) -> Value
  ) {
    self.description = description
    self.absent = absent
    self.reading = reading
  }

  /// Returns what the texts mean that the option was given, one for each time.
  func value(of texts: [String]) throws(UsageError.Kind) -> Value {
    try reading(texts)
  }

  package func check(_ texts: [String]) throws(UsageError.Kind) { _ = try reading(texts) }

  /// The same option, which leaves the results as they are.
  ///
  /// A run continues from a checkpoint with another value of it.
  package var withoutEffectOnResults: Self {
    var description = description
    description.changesResults = false
    return Self(description, absent: absent, reading: reading)
  }
}

extension Option {
  /// Declares an option without a value, which is true if it is given.
  package init(
    flag name: String,
    short shortName: Character? = nil,
    help: String,
    section: OptionSection = .options
  ) where Value == Bool {
    let description = OptionDescription(
      name: name,
      shortName: shortName,
      help: help,
      section: section
    )
    self.init(description, absent: false) { _ in true }
  }

  /// Declares an option with a value, which is nil if it is not given.
  ///
  /// - Parameters:
  ///   - name: The name without its dashes.
  ///   - shortName: The letter of the short form.
  ///   - valueName: What the help calls the value, such as `FILE`.
  ///   - type: What the value is.
  ///   - isRequired: Whether the command cannot do without the option.
  ///   - help: What the option does: a phrase in lower case, no full stop.
  ///   - defaultText: What holds when the option is not given.
  ///   - section: The heading of the help under which the option stands.
  package init<Element>(
    _ name: String,
    short shortName: Character? = nil,
    _ valueName: String,
    _ type: ValueType<Element>,
    isRequired: Bool = false,
    help: String,
    default defaultText: String? = nil,
    section: OptionSection = .options
  ) where Value == Element? {
    let description = OptionDescription(
      name: name,
      shortName: shortName,
      value: .named(valueName, type.kind),
      isRequired: isRequired,
      help: help,
      defaultText: defaultText,
      section: section
    )
    self.init(description, absent: nil) { texts throws(UsageError.Kind) in
      try type.values(of: texts, description).last
    }
  }

  /// Declares an option with a value, which is `absent` if it is not given.
  package init(
    _ name: String,
    short shortName: Character? = nil,
    _ valueName: String,
    _ type: ValueType<Value>,
    or absent: Value,
    help: String,
    default defaultText: String?,
    section: OptionSection = .options
  ) {
    let description = OptionDescription(
      name: name,
      shortName: shortName,
      value: .named(valueName, type.kind),
      help: help,
      defaultText: defaultText,
      section: section
    )
    self.init(description, absent: absent) { texts throws(UsageError.Kind) in
      try type.values(of: texts, description).last ?? absent
    }
  }

  /// Declares an option that may be given several times.
  package init<Element>(
    repeatable name: String,
    short shortName: Character? = nil,
    _ valueName: String,
    _ type: ValueType<Element>,
    isRequired: Bool = false,
    help: String,
    default defaultText: String? = nil
  ) where Value == [Element] {
    let description = OptionDescription(
      name: name,
      shortName: shortName,
      value: .named(valueName, type.kind),
      isRequired: isRequired,
      isRepeatable: true,
      help: help,
      defaultText: defaultText
    )
    self.init(description, absent: []) { texts throws(UsageError.Kind) in
      try type.values(of: texts, description)
    }
  }

  /// Declares an option that gives names a value, and may be given several times.
  ///
  /// `repeated` returns the message about a name that is given twice.
  package init<Name: Hashable, Element>(
    pairs name: String,
    _ valueName: String,
    _ type: ValueType<(Name, Element)>,
    help: String,
    default defaultText: String? = nil,
    section: OptionSection = .options,
    repeated: @escaping @Sendable (Name) -> String
  ) where Value == [Name: Element] {
    let description = OptionDescription(
      name: name,
      value: .named(valueName, type.kind),
      isRepeatable: true,
      help: help,
      defaultText: defaultText,
      section: section
    )
    self.init(description, absent: [:]) { texts throws(UsageError.Kind) in
      var pairs: Value = [:]
      for (name, value) in try type.values(of: texts, description) {
        guard pairs.updateValue(value, forKey: name) == nil else {
          throw .other(repeated(name), suggestion: nil)
        }
      }
      return pairs
    }
  }
}

/// An option of a command, whatever its type; see ``Option``.
package protocol OptionDeclaration: Sendable {
  /// What help and completion need to know of it.
  var description: OptionDescription { get }

  /// Checks what the option was given.
  ///
  /// - Parameter texts: The text of each time that it was given.
  /// - Throws: ``UsageError/Kind`` where one of them is no value of the option.
  func check(_ texts: [String]) throws(UsageError.Kind)
}
