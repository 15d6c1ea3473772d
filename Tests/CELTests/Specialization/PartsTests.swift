import CEL
import Testing

@Suite("Parts of an expression")
struct PartsTests {
  @Test(
    "are written with no more brackets than needed",
    arguments: [
      ("((1 + 2)) * (3 * 4)", "(1 + 2) * (3 * 4)"),
      ("(1 + 2) + 3 - (4 - 5)", "1 + 2 + 3 - (4 - 5)"),
      ("(1 * 2) / (3 % 4)", "1 * 2 / (3 % 4)"), ("-(1 + 2)", "-(1 + 2)"), ("-(1)", "-(1)"),
      ("- -1", "--1"), ("---1", "---1"), ("-size('a')", "-size('a')"),
      ("!(true == false)", "!(true == false)"),
      ("!(!true)", "!!true"), ("(true && false) && true", "true && false && true"),
      ("true && (false || true)", "true && (false || true)"),
      ("(true && false) || true", "true && false || true"),
      ("(1 < 2) == (3 < 4)", "1 < 2 == (3 < 4)"), ("(true ? 1 : 2) + 3", "(true ? 1 : 2) + 3"),
      ("true ? (false ? 1 : 2) : 3", "true ? (false ? 1 : 2) : 3"),
      ("true ? 1 : (false ? 2 : 3)", "true ? 1 : false ? 2 : 3"),
      ("(true ? false : true) ? 1 : 2", "(true ? false : true) ? 1 : 2"),
      ("true || false ? 1 : 2", "true || false ? 1 : 2"),
      ("('a' + 'b').size()", "size('a' + 'b')"),
      ("('a' + 'b').contains('c' + 'd')", "('a' + 'b').contains('c' + 'd')"),
      ("1 in ([1] + [2])", "1 in [1] + [2]"), ("[true ? 1 : 2, (3)]", "[true ? 1 : 2, 3]"),
      ("int(5) + int(2.5)", "5 + int(2.5)"),
      ("-1 - -1", "-1 - -1"), ("1 - (-1)", "1 - -1"),
    ]
  )
  func description(source: String, text: String) throws {
    #expect(try Expression(source, in: .example).description == text)
  }

  @Test(
    "are the operands of '&&'",
    arguments: [
      ("true", ["true"]),
      ("true && (1 < 2 && (false || true))", ["true", "1 < 2", "false || true"]),
      ("true && false || true", ["true && false || true"]),
    ]
  )
  func conjuncts(source: String, texts: [String]) throws {
    let conjuncts = try Expression(source, in: .example).conjuncts
    #expect(conjuncts.map(\.description) == texts)
    #expect(conjuncts.map(\.source) == texts.map { _ in source })
    #expect(conjuncts.allSatisfy { $0.type == .bool })
  }

  @Test("are the two sides of a comparison", arguments: ComparisonOperator.allCases)
  func comparison(comparison: ComparisonOperator) throws {
    let right = comparison == .in ? "[offer.startDate]" : "offer.startDate"
    let expression = try Expression("now + offer.grace \(comparison) \(right)", in: .example)
    let found = try #require(expression.comparisons.first)
    #expect(found.left.description == "now + offer.grace")
    #expect(found.left.type == .timestamp)
    #expect(found.operator == comparison)
    #expect(found.right.description == right)
    #expect(found.expression.description == expression.description)
    let specialized = expression.specialized { _ in nil }
    #expect(specialized.comparisons.first?.right.description == right)
  }

  @Test("are all comparisons, in the order of their operators")
  func comparisons() throws {
    let source =
      "1 < 2 == true > false && !(5 in [6]) || (7 <= 8 ? size([9 >= 10]) != 11 : 'a'.contains('b'))"
    let comparisons = try Expression(source, in: .example).comparisons
    #expect(
      comparisons.map(\.expression.description) == [
        "1 < 2", "1 < 2 == true", "1 < 2 == true > false", "5 in [6]", "7 <= 8", "9 >= 10",
        "size([9 >= 10]) != 11",
      ]
    )
  }
}
