import CalendarTime
import WinBack

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

  func values(of texts: [String], _ option: OptionDescription) throws(UsageError) -> [Value] {
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
    _ value: @escaping @Sendable (String) -> Value
  ) -> Self {
    Self(.choices(names)) { text throws(UsageError) in
      let name = names.first { name in
        name == text || ignoresCase && name.lowercased() == text.lowercased()
      }
      guard let name else { throw UsageError(text, insteadOf: names) }
      return value(name)
    }
  }

  package static func choice(
    of type: Value.Type
  ) -> Self where Value: CaseIterable & RawRepresentable<String> {
    let names = Value.allCases.map(\.rawValue)
    return Self(.choices(names)) { text throws(UsageError) in
      guard let value = Value(rawValue: text) else { throw UsageError(text, insteadOf: names) }
      return value
    }
  }
}

// MARK: - Types

extension ValueType where Value == String {
  package static var text: Self { Self { $0 } }

  package static var directory: Self { Self(.directory) { $0 } }

  package static func file(_ extensions: String...) -> Self {
    Self(.file(extensions: extensions)) { $0 }
  }

  package static func newFile(_ extensions: String...) -> Self {
    Self(.newFile(extensions: extensions)) { $0 }
  }
}

extension ValueType where Value == Int {
  package static func number(in range: ClosedRange<Int>, called name: String = "a number") -> Self {
    Self(expecting: "\(name) from \(range.lowerBound) to \(range.upperBound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  static var percentage: Self { number(in: 0...100, called: "a whole number") }
}

extension ValueType where Value == TimelineDate {
  static var date: Self {
    Self { text throws(UsageError) in
      do throws(ISO8601Error) {
        let date = try ISO8601Date(parsing: text)
        return TimelineDate(instant: date.instant, isDateOnly: date.isDateOnly)
      } catch {
        // What looks like a date deserves to hear what is wrong with it.
        guard case .unexpected = error.kind else { throw UsageError(": \(error)") }
        throw UsageError(
          text,
          insteadOf: "a date such as 2025-01-15 or a date-time such as 2025-01-15T09:30:00Z"
        )
      }
    }
  }
}

extension ValueType where Value == (String, String) {
  static func pair(expecting expected: String, takesEmpty: Bool) -> Self {
    Self(expecting: expected) { text in
      guard let separator = text.firstIndex(of: "="), separator > text.startIndex else {
        return nil
      }
      let value = text[text.index(after: separator)...]
      return takesEmpty || !value.isEmpty ? (String(text[..<separator]), String(value)) : nil
    }
  }
}
