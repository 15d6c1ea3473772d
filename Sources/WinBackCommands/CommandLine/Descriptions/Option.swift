/// An option of a command, with the type of what it gives: `arguments[until]` is a date.
///
/// Its declaration alone says how it is called, what can follow it, how that is read, and what holds
/// without it:
///
/// ```swift
/// static let output = Option("output", "FILE", .newFile()).short("o")
///   .help("write to this file")
///   .default("standard output")
/// ```
package struct Option<Value: Sendable>: OptionDeclaration {
  typealias Reading =
    @Sendable ([String], OptionDescription) throws(UsageError) -> Value

  package private(set) var description: OptionDescription

  /// What holds when the option is not given.
  let absent: Value

  private let reading: Reading

  private init(_ description: OptionDescription, absent: Value, reading: @escaping Reading) {
    self.description = description
    self.absent = absent
    self.reading = reading
  }

  /// Returns what the texts mean that the option was given, one for each time.
  func value(of texts: [String]) throws(UsageError) -> Value { try reading(texts, description) }

  package func check(_ texts: [String]) throws(UsageError) { _ = try value(of: texts) }

  private func with(_ change: (inout OptionDescription) -> Void) -> Self {
    var option = self
    change(&option.description)
    return option
  }

  package func short(_ letter: Character) -> Self { with { $0.shortName = letter } }

  package func help(_ text: String) -> Self { with { $0.help = text } }

  package func `default`(_ text: String) -> Self { with { $0.defaultText = text } }

  package func section(_ section: String) -> Self { with { $0.section = section } }

  package var common: Self { section(OptionDescription.commonSection) }

  package var required: Self { with { $0.isRequired = true } }

  /// The same option, which leaves the results as they are.
  ///
  /// A run continues from a checkpoint with another value of it.
  package var withoutEffectOnResults: Self { with { $0.changesResults = false } }
}

// MARK: - What an option gives

extension Option {
  package init(flag name: String) where Value == Bool {
    self.init(OptionDescription(name: name), absent: false) { _, _ in true }
  }

  /// Declares an option with a value, which is nil if it is not given; the help calls the value
  /// `valueName`, such as `FILE`.
  package init<Element>(_ name: String, _ valueName: String, _ type: ValueType<Element>)
  where Value == Element? {
    let description = OptionDescription(name: name, valueName: valueName, kind: type.kind)
    self.init(description, absent: nil) { texts, description throws(UsageError) in
      try type.values(of: texts, description).last
    }
  }

  package init(_ name: String, _ valueName: String, _ type: ValueType<Value>, or absent: Value) {
    let description = OptionDescription(name: name, valueName: valueName, kind: type.kind)
    self.init(description, absent: absent) { texts, description throws(UsageError) in
      try type.values(of: texts, description).last ?? absent
    }
  }

  package init<Element>(repeatable name: String, _ valueName: String, _ type: ValueType<Element>)
  where Value == [Element] {
    var description = OptionDescription(name: name, valueName: valueName, kind: type.kind)
    description.isRepeatable = true
    self.init(description, absent: []) { texts, description throws(UsageError) in
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
    repeated: @escaping @Sendable (Name) -> String
  ) where Value == [Name: Element] {
    var description = OptionDescription(name: name, valueName: valueName, kind: type.kind)
    description.isRepeatable = true
    self.init(description, absent: [:]) { texts, description throws(UsageError) in
      var pairs: Value = [:]
      for (name, value) in try type.values(of: texts, description) {
        guard pairs.updateValue(value, forKey: name) == nil else {
          throw UsageError(repeated(name))
        }
      }
      return pairs
    }
  }
}

// MARK: - What else is known of it

/// An option of a command, whatever its type; see ``Option``.
package protocol OptionDeclaration: Sendable {
  var description: OptionDescription { get }

  func check(_ texts: [String]) throws(UsageError)
}
