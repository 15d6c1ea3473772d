import CEL
import Testing
import WinBackFormats

@Suite("An attribute of a customer")
struct AttributeTests {
  private func read(_ value: String, as type: ValueType) throws -> Binding {
    let json = #"{"customerId":"c","attributes":{"b":[],"a":\#(value)},"transactions":[]}"#
    let attributes = [
      RuleSet.Attribute(name: "other", type: .int), RuleSet.Attribute(name: "a", type: type),
    ]
    let history = try ReadHistory(json, attributes: attributes)
    #expect(history.attributes.first == .absent)
    return history.attributes[1]
  }

  @Test(
    "has the type that the rule set gives it",
    arguments: [
      ("true", .bool, .bool(true)),
      ("12", .int, .int(12)),
      ("1.2e1", .int, .int(12)),
      ("-9223372036854775808", .int, .int(.min)),
      ("12", .double, .double(12)),
      ("0.1", .double, .double(0.1)),
      (#""\u00e9""#, .string, .string("é")),
      (#""2024-01-01""#, .timestamp, .timestamp(Instant(milliseconds: 1_704_067_200_000))),
      ("1704067200000.5", .timestamp, .timestamp(Instant(milliseconds: 1_704_067_200_000))),
      (#"["a", "b"]"#, .list(.string), .list([.string("a"), .string("b")])),
      ("[]", .list(.int), .list([])),
      ("[1, 2]", .list(.int), .list([.int(1), .int(2)])),
    ] as [(String, ValueType, Value)]
  )
  func types(json: String, type: ValueType, value: Value) throws {
    #expect(try read(json, as: type) == .value(value))
  }

  @Test("that is null is absent (T5)")
  func null() throws {
    #expect(try read("null", as: .bool) == .absent)
  }

  @Test(
    "of another type is refused",
    arguments: [
      ("1", .bool, "expected true or false, found a number"),
      ("1.5", .int, "expected a whole number of at most 64 bits, found 1.5"),
      (
        "9223372036854775808", .int,
        "expected a whole number of at most 64 bits, found 9223372036854775808"
      ),
      (#""1""#, .int, "expected a number, found a string"),
      ("1e999", .double, "expected a number that a double can hold, found 1e999"),
      ("[]", .string, "expected a string, found an array"),
      (
        "true", .timestamp,
        "expected a date, as milliseconds or as an ISO 8601 string, found true or false"
      ),
      ("{}", .list(.int), "expected an array, found an object"),
    ] as [(String, ValueType, String)]
  )
  func wrongTypes(json: String, type: ValueType, message: String) {
    #expect(refusal { try read(json, as: type) } == "1:44: \(message) (at attributes.a)")
  }

  @Test("of another type within a list is refused at its place")
  func wrongElement() {
    #expect(
      refusal { try read(#"["a", 1]"#, as: .list(.string)) }
        == "1:50: expected a string, found a number (at attributes.a[1])"
    )
  }

  @Test("that the rule set does not declare is passed over")
  func undeclared() throws {
    let json = #"{"customerId":"c","attributes":{"x":{"y":[1]}},"transactions":[]}"#
    #expect(try ReadHistory(json).attributes.isEmpty)
  }
}
