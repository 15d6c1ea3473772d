import CEL
import CalendarTime
import Foundation
import TestSupport

/// A case of the language's public conformance tests: an expression, and what it comes to.
struct ConformanceCase: Sendable, CustomStringConvertible {
  let id: String
  let source: String
  let bindings: [(name: String, value: Value)]
  let expected: Expected

  enum Expected: Sendable {
    case value(Value)

    /// Some error, when the expression is checked or when it is evaluated.
    case error

    /// A value of a type that the language does not have.
    case foreign
  }

  var description: String { id }

  /// The file that has all cases, one a line.
  static let path = "conformance/cel/cases.jsonl"

  /// Reads all cases.
  static func all() throws -> [ConformanceCase] {
    let lines = String(decoding: try SharedFiles.contents(of: path), as: UTF8.self)
    return try lines.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      guard let fields = object as? [String: Any], let source = fields["expr"] as? String else {
        throw CocoaError(.propertyListReadCorrupt)
      }
      let id = ["file", "section", "name"].compactMap { fields[$0] as? String }
      let bindings = (fields["bindings"] as? [String: Any] ?? [:]).sorted { $0.key < $1.key }
      return ConformanceCase(
        id: id.joined(separator: "/"),
        source: source,
        bindings: bindings.compactMap { name, json in value(json).map { (name, $0) } },
        expected: fields["value"].map { json in value(json).map(Expected.value) ?? .foreign }
          ?? .error
      )
    }
  }

  /// The value of an object whose one key is a type, or nil where the language has no such type.
  private static func value(_ json: Any) -> Value? {
    guard let fields = json as? [String: Any], let (type, content) = fields.first else {
      return nil
    }
    switch (type, content) {
    case ("null", _): return .null
    case ("bool", let number as NSNumber): return .bool(number.boolValue)
    case ("int", let number as NSNumber): return .int(number.int64Value)
    case ("double", let text as String): return Double(text).map(Value.double)
    case ("string", let text as String): return .string(text)
    case ("list", let elements as [Any]):
      let values = elements.compactMap(value)
      return values.count == elements.count ? .list(values) : nil
    default: return nil
    }
  }

  /// What the language makes of the case.
  enum Result {
    case outcome(Outcome)
    case rejected(ExpressionError)
  }

  /// Checks and evaluates the expression.
  func run() -> Result {
    let environment = Environment(bindings.map { Variable($0.name, $0.value.type) })
    do throws(ExpressionError) {
      let expression = try Expression(source, in: environment)
      return .outcome(expression.evaluate { .value(bindings[$0.index].value) })
    } catch {
      return .rejected(error)
    }
  }

  /// Returns whether a result is what the case expects.
  ///
  /// An error because something is not in the language is not the error that a case is about.
  func isPassed(by result: Result) -> Bool {
    switch (expected, result) {
    case (.value(let value), .outcome(.value(let found))): return value == found
    case (.error, .outcome(.failure)): return true
    case (.error, .rejected(let error)):
      if case .notInLanguage = error.kind { return false }
      return true
    default: return false
    }
  }
}
