/// The result of a call of the C interface: a text, and an engine or customers if the call opened them.
///
/// The text stays at one address as long as the result exists.
@safe package final class InterfaceResult {
  /// 0 if the call succeeded; 65 if an input is wrong, like the exit status of the command.
  let status: Int32
  let text: UnsafeMutableBufferPointer<UInt8>
  let engine: InterfaceEngine?
  let customers: InterfaceCustomers?

  init(
    _ status: Int32,
    _ bytes: ContiguousArray<UInt8>,
    _ engine: InterfaceEngine? = nil,
    _ customers: InterfaceCustomers? = nil
  ) {
    self.status = status
    self.engine = engine
    self.customers = customers
    unsafe text = UnsafeMutableBufferPointer.allocate(capacity: bytes.count)
    _ = unsafe text.initialize(from: bytes)
  }

  deinit { unsafe text.deallocate() }

  /// Creates the result of a call to another target.
  package convenience init(status: Int32, _ text: ContiguousArray<UInt8>) {
    self.init(status, text, nil, nil)
  }

  /// The result, owned by the caller, who must free it with `winback_free`.
  package var handle: UnsafeMutableRawPointer { unsafe Unmanaged.passRetained(self).toOpaque() }

  /// Returns the result of a call, or of its error.
  static func of(_ call: () throws(InterfaceFault) -> InterfaceResult) -> InterfaceResult {
    do throws(InterfaceFault) { return try call() } catch { return InterfaceResult(65, error.json) }
  }
}

// MARK: - Between C and Swift

extension ContiguousArray<UInt8> {
  /// Copies the bytes at an address.
  package init(_ start: UnsafeRawPointer, count: Int) {
    unsafe self.init(UnsafeRawBufferPointer(start: start, count: count))
  }
}

extension String {
  /// Copies the UTF-8 at an address.
  package init(_ start: UnsafeRawPointer, count: Int) {
    unsafe self.init(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

/// The errors in an input of the C interface, with their locations and messages.
struct InterfaceFault: Error, Sendable {
  enum Input: String, Sendable {
    case catalog, rules, policies, history, asOf
  }

  private let input: Input
  private let messages: [Diagnostic]

  init(_ input: Input, _ messages: [Diagnostic]) {
    self.input = input
    self.messages = messages
  }

  init(_ input: Input, _ message: String) { self.init(input, [Diagnostic(.error, message)]) }

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
      throw InterfaceFault(input, [Diagnostic(.error, error, file: nil)])
    }
  }

  /// Calls a closure that reads files, and adds the input to its error.
  static func naming<Value>(
    _ input: Input,
    _ read: () throws(Diagnostic) -> Value
  ) throws(InterfaceFault) -> Value {
    do throws(Diagnostic) {
      return try read()
    } catch {
      throw InterfaceFault(input, [error])
    }
  }

  /// The first error, and the others if there are several.
  var json: ContiguousArray<UInt8> {
    JSONWriter.document { json in
      json.member("input", input.rawValue)
      messages.first?.write(to: &json)
      if messages.count > 1 { json.objects("others", messages.dropFirst()) { $1.write(to: &$0) } }
    }
  }
}
