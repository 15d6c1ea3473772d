import WinBack
import WinBackFormats

/// An error in an input of the C interface: the input, the location and the message.
struct InterfaceFault: Error, Sendable {
  enum Input: String, Sendable {
    case catalog
    case rules
    case policies
    case history
    case asOf
  }

  private let input: Input
  private let message: String
  /// The line and the column, counted from 1, and the path; nil if the location is not known.
  private let place: (line: Int, column: Int, path: String)?

  init(_ input: Input, _ message: String) {
    self.input = input
    self.message = message
    place = nil
  }

  init(_ input: Input, _ error: FormatError) {
    self.input = input
    message = error.message
    place = (error.line, error.column, error.path)
  }

  /// Creates the fault of inputs that contradict each other.
  init(_ error: EngineError) {
    switch error {
    case .catalog: self.init(.catalog, error.description)
    case .policy: self.init(.policies, error.description)
    case .ruleSet: self.init(.rules, error.description)
    }
  }

  /// Calls a closure that reads an input, and adds the input to its error.
  static func naming<Value>(
    _ input: Input,
    _ read: () throws(FormatError) -> Value
  ) throws(InterfaceFault) -> Value {
    do throws(FormatError) {
      return try read()
    } catch {
      throw InterfaceFault(input, error)
    }
  }

  var json: ContiguousArray<UInt8> {
    JSONWriter.document { json in
      json.member("input", input.rawValue)
      json.member("line", place?.line)
      json.member("column", place?.column)
      json.member("path", place?.path)
      json.member("message", message)
    }
  }
}
