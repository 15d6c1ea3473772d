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
  package private(set) var description: ArgumentDescription

  /// What holds when the option is not given.
  let absent: Value

  /// Returns what the texts mean that the option was given, one for each time.
  let value: @Sendable ([String]) throws(UsageError) -> Value

  package init(flag name: String) where Value == Bool {
    description = ArgumentDescription(option: name)
    absent = false
    value = { _ in true }
  }

  /// Declares an option with values; the help calls one `valueName`, such as `FILE`, and `gather` makes
  /// of all of them what the option gives.
  private init<Element>(
    _ name: String,
    _ valueName: String,
    _ type: ValueType<Element>,
    isRepeatable: Bool = false,
    or absent: Value,
    _ gather: @escaping @Sendable ([Element]) throws(UsageError) -> Value
  ) {
    var description = ArgumentDescription(option: name)
    description.valueName = valueName
    description.kind = type.kind
    description.isRepeatable = isRepeatable
    self.description = description
    self.absent = absent
    value = { [description] texts throws(UsageError) in
      try gather(type.values(of: texts, description))
    }
  }

  /// Declares an option whose value is nil if it is not given.
  package init<Element>(_ name: String, _ valueName: String, _ type: ValueType<Element>)
  where Value == Element? {
    self.init(name, valueName, type, or: nil) { $0.last }
  }

  package init(_ name: String, _ valueName: String, _ type: ValueType<Value>, or absent: Value) {
    self.init(name, valueName, type, or: absent) { $0.last ?? absent }
  }

  package init<Element>(repeatable name: String, _ valueName: String, _ type: ValueType<Element>)
  where Value == [Element] {
    self.init(name, valueName, type, isRepeatable: true, or: []) { $0 }
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
    self.init(name, valueName, type, isRepeatable: true, or: [:]) { given throws(UsageError) in
      var pairs: Value = [:]
      for (name, value) in given {
        guard pairs.updateValue(value, forKey: name) == nil else {
          throw UsageError(repeated(name))
        }
      }
      return pairs
    }
  }

  package func parse(_ texts: [String]) throws(UsageError) -> any Sendable { try value(texts) }
}

// MARK: - What else is known of it

extension Option {
  private func with(_ change: (inout ArgumentDescription) -> Void) -> Self {
    var option = self
    change(&option.description)
    return option
  }

  package func short(_ letter: Character) -> Self { with { $0.shortName = letter } }

  package func help(_ text: String) -> Self { with { $0.help = text } }

  package func `default`(_ text: String) -> Self { with { $0.defaultText = text } }

  package var common: Self { with { $0.isCommon = true } }

  package var required: Self { with { $0.isRequired = true } }

  package func inProject(_ key: String) -> Self { with { $0 = $0.inProject(key) } }

  package func needing(_ arguments: ArgumentDescription...) -> Self {
    with { $0.needed = arguments }
  }

  package func excluding(_ options: any OptionDeclaration...) -> Self {
    with { $0.excluded += options.map(\.description) }
  }
}

/// An option of a command, whatever its type; see ``Option``.
package protocol OptionDeclaration: Sendable {
  var description: ArgumentDescription { get }

  /// Returns what the texts mean that the option was given, one for each time.
  func parse(_ texts: [String]) throws(UsageError) -> any Sendable

  /// Returns the option as one that only makes sense with one of some arguments.
  func needing(_ arguments: ArgumentDescription...) -> Self
}

/// What the value of an option is: how it is read, and how a shell completes it.
package struct ValueType<Value: Sendable>: Sendable {
  let kind: ValueKind

  /// Reads a text; the message of an error follows the name of the option.
  private let read: @Sendable (String) throws(UsageError) -> Value

  init(
    _ kind: ValueKind = .text,
    _ read: @escaping @Sendable (String) throws(UsageError) -> Value
  ) {
    self.kind = kind
    self.read = read
  }

  /// Creates a type of texts of which some are values: `convert` returns nil for those that are not as
  /// `expected`, such as `a number from 1 to 64`.
  package init(expecting expected: String, _ convert: @escaping @Sendable (String) -> Value?) {
    self.init { text throws(UsageError) in
      guard let value = convert(text) else { throw UsageError(text, insteadOf: expected) }
      return value
    }
  }

  func values(of texts: [String], _ option: ArgumentDescription) throws(UsageError) -> [Value] {
    var values: [Value] = []
    for text in texts {
      do {
        values.append(try read(text))
      } catch {
        throw error.about("option '\(option.spelling)'")
      }
    }
    return values
  }

  package static func choice(
    _ names: [String],
    ignoresCase: Bool = false,
    _ value: @escaping @Sendable (String) -> Value?
  ) -> Self {
    Self(.choices(names)) { text throws(UsageError) in
      let name = names.first { name in
        name == text || ignoresCase && name.lowercased() == text.lowercased()
      }
      guard let value = name.flatMap(value) else { throw UsageError(text, insteadOf: names) }
      return value
    }
  }

  package static func choice(
    of type: Value.Type
  ) -> Self where Value: CaseIterable & RawRepresentable<String> {
    choice(Value.allCases.map(\.rawValue)) { Value(rawValue: $0) }
  }
}

// MARK: - Types

extension ValueType where Value == String {
  package static var text: Self { Self { $0 } }

  package static var directory: Self { Self(.directory) { $0 } }

  package static var key: Self { Self(.key) { $0 } }

  package static func file(_ extensions: String...) -> Self {
    Self(.file(extensions: extensions)) { $0 }
  }

  package static func newFile(_ extensions: String...) -> Self {
    Self(.file(extensions: extensions, isWritten: true)) { $0 }
  }
}

extension ValueType where Value == Int {
  package static func number(in range: ClosedRange<Int>) -> Self {
    Self(expecting: "a number from \(range.lowerBound) to \(range.upperBound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension ValueType where Value == TimelineDate {
  package static var date: ValueType<TimelineDate> {
    Self { text throws(UsageError) in
      do throws(ISO8601Error) {
        let date = try ISO8601Date(parsing: text)
        return TimelineDate(instant: date.instant, isDateOnly: date.isDateOnly)
      } catch {
        // What looks like a date deserves to hear what is wrong with it.
        guard case .unexpected = error.kind else { throw UsageError(": \(error)") }
        throw UsageError(text, insteadOf: TimelineDate.forms)
      }
    }
  }
}

extension String {
  /// The name and the value in a text such as `timeZone=UTC`; nil for another text.
  package var assignment: (name: String, value: String)? {
    guard let separator = firstIndex(of: "="), separator > startIndex else { return nil }
    return (String(self[..<separator]), String(self[index(after: separator)...]))
  }
}
