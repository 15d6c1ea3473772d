import CEL
import Testing

@Suite("Types")
struct TypeTests {
  @Test(
    "of expressions follow from their operands",
    arguments: [
      ("1", "int"), ("1 + 2", "int"), ("-1.5", "double"), ("'a' + 'b'", "string"),
      ("1 < 2.5", "bool"), ("[1] == [1.5]", "bool"), ("1.5 in [1]", "bool"), ("[]", "list"),
      ("[[], [1]]", "list(list(int))"), ("[] + ['a']", "list(string)"), ("null", "null"),
      ("true ? [] : [1]", "list(int)"), ("offer.startDate - offer.startDate", "duration"),
      ("offer.grace + offer.startDate - offer.grace", "timestamp"),
      ("offer.startDate - offer.startDate + offer.grace - offer.grace", "duration"),
      ("'a'.size()", "int"), ("timestamp(1)", "timestamp"), ("duration('1s')", "duration"),
      ("int('1')", "int"), ("string(1)", "string"), ("addMonths(offer.startDate, 1)", "timestamp"),
      ("has(offer.territories)", "bool"), ("[] == [[]]", "bool"), ("null in []", "bool"),
    ]
  )
  func type(source: String, type: String) throws {
    let expression = try Expression(source, in: .example)
    #expect(expression.type.description == type)
    #expect(expression.specialized { _ in nil }.type.description == type)
  }

  @Test("an environment knows its variables by name and by identity")
  func environment() throws {
    let environment = Environment([
      Variable("a", .int), Variable("a.b", .string, isOptional: true), Variable("a", .bool),
    ])
    #expect(environment.variables.map(\.name) == ["a", "a.b", "a"])
    let first = try #require(environment.id(of: "a"))
    let second = try #require(environment.id(of: "a.b"))
    #expect(first.index == 0 && second.index == 1 && first < second)
    #expect(environment[second] == Variable("a.b", .string, isOptional: true))
    #expect(environment.id(of: "b") == nil)
    #expect(try Expression("a > 1 && has(a.b)", in: environment).variables == [first, second])
  }

  @Test("strings are equal by code points, and hash alike")
  func valueEquality() {
    #expect(Value.string("é") != Value.string("e\u{301}"))
    #expect(Set([Value.string("é"), .string("e\u{301}"), .string("\u{E9}")]).count == 2)
    #expect(Value.int(1) != Value.double(1))
    #expect(Value.list([.null, .bool(true)]) == .list([.null, .bool(true)]))
  }
}
