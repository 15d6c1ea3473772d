import CEL
import CalendarTime
import TestSupport
import Testing

@Suite("Hostile sources")
struct HostileSourceTests {
  private static let environment = Environment.example

  @Test(
    "that are nested too deeply are refused",
    arguments: [
      String(repeating: "(", count: 10_000) + "1" + String(repeating: ")", count: 6000),
      String(repeating: "[", count: 10_000),
      String(repeating: "!", count: 10_000) + "true",
      String(repeating: "-", count: 10_000) + "1",
      String(repeating: "- ", count: 8000) + "1",
      String(repeating: "size(", count: 3000),
      "true" + String(repeating: " == true", count: 2000),
      "''" + String(repeating: ".size()", count: 2000),
      String(repeating: "true?(", count: 2500),
    ]
  )
  func nested(source: String) {
    let error = #expect(throws: ExpressionError.self) {
      try Expression(source, in: Self.environment)
    }
    #expect(error?.message == "the expression is nested more than 64 levels deep")
  }

  @Test("may be nested 64 levels deep and no deeper")
  func limit() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "1" + String(repeating: ")", count: depth)
    }
    #expect(try Expression(nested(64), in: Self.environment).constant == .value(.int(1)))
    #expect(throws: ExpressionError.self) { try Expression(nested(65), in: Self.environment) }

    let minus = String(repeating: "- ", count: 62)
    let expression = try Expression(minus + "size('')", in: Self.environment)
    #expect(expression.specialized { _ in nil }.constant == .value(.int(0)))
    #expect(throws: ExpressionError.self) {
      try Expression("-" + minus + "size('')", in: Self.environment)
    }
  }

  @Test(
    "that are long chains come to an outcome",
    arguments: [
      ("1", " + 1", Value.int(4000)), ("'a'", "+'a'", .string(String(repeating: "a", count: 4000))),
      ("true", "&&true", .bool(true)), ("false", "||has(offer.minimumMonths)", .bool(false)),
      ("1", "*1", .int(1)), ("4", " / 1", .int(4)),
      ("[1]", "+[1]", .list(Array(repeating: .int(1), count: 4000))),
      ("true", "?true:true", .bool(true)),
    ]
  )
  func chain(first: String, link: String, value: Value) throws {
    let count = min(3999, (16_384 - first.utf8.count) / link.utf8.count)
    let source = first + String(repeating: link, count: count)
    let expression = try Expression(source, in: Self.environment)
    let outcome = expression.evaluate { _ in .absent }
    #expect(expression.specialized { _ in .absent }.constant == outcome)
    if count == 3999 { #expect(outcome == .value(value)) }
  }

  @Test(
    "that are long chains without a value stay flat",
    arguments: ["1/0", "subscription.paidMonths", "customer.score"]
  )
  func chainWithoutValue(first: String) throws {
    let one = first == "customer.score" ? "+1.0" : "+1"
    let source = first + String(repeating: one, count: 3000)
    let expression = try Expression(source, in: Self.environment)
    let binding = first == "customer.score" ? Binding.value(.double(.infinity)) : .unknown
    let residue = expression.specialized { _ in binding }
    #expect(residue.constant == expression.evaluate { _ in binding })
    #expect(residue.description == expression.description)
  }

  @Test("that shift the clock in long chains have their thresholds")
  func longShift() throws {
    let clock = try #require(Self.environment.id(of: "now"))
    let links = String(repeating: " - offer.startDate + offer.startDate", count: 400)
    let expression = try Expression("now\(links) < offer.startDate", in: Self.environment)
    let range = Instant(milliseconds: 0)...Instant(milliseconds: 10_000)
    let thresholds = expression.thresholds(of: clock, in: range) { _ in
      .value(.timestamp(Instant(milliseconds: 5000)))
    }
    #expect(thresholds == [Instant(milliseconds: 5000)])
  }

  @Test("that are too long are refused")
  func long() {
    let error = #expect(throws: ExpressionError.self) {
      try Expression(String(repeating: "1+", count: 500_000) + "1", in: Self.environment)
    }
    #expect(error?.message == "the text has 1000001 bytes, more than the 16384 that are allowed")
    #expect(throws: ExpressionError.self) {
      try Template(String(repeating: "{", count: 1_000_000), in: Self.environment)
    }
  }

  @Test("that are cut off anywhere, or have any byte changed, do no harm")
  func mutants() {
    let sources = [
      "now >= addMonths(subscription.lapsedAt, offer.minimumMonths) && !has(offer.territories)",
      #"'a\n\u00e9\x41' + r"b" + '''c''' == "é" || customer.storefront in ['USA', 'JPN']"#,
      "-1.5e3 < 0x1F ? [1, 2] + [] : [-9223372036854775808] // é",
      "timestamp('2024-06-01T00:00:00Z') - duration('1h30m') < now ? size('a') % 2 == 1 : true",
    ]
    for source in sources {
      let bytes = Array(source.utf8)
      for end in bytes.indices {
        evaluate(String(decoding: bytes[..<end], as: UTF8.self))
        evaluate(String(decoding: bytes[end...], as: UTF8.self))
        for byte in Array("(['\"\\{}.?:0e \u{80}".utf8) {
          var mutant = bytes
          mutant[end] = byte
          evaluate(String(decoding: mutant, as: UTF8.self))
        }
      }
    }
  }

  private func evaluate(_ source: String) {
    let expression = try? Expression(source, in: Self.environment)
    _ = expression?.specialized { _ in .absent }.description
    _ = try? Template(source, in: Self.environment)
  }

  @Test("of random tokens do no harm", arguments: [UInt64](1...4))
  func randomTokens(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let tokens = [
      "now", "subscription.paidMonths", "has(offer.minimumMonths)", "1", "1.5", "'a'", "[", "]",
      "(", ")", "&&", "||", "!", "-", "+", "*", "/", "%", "==", "<", ">=", "in", "?", ":", ",",
      ".size()", "size(", "addMonths(", "null", "true", " ", "{", "}", "timestamp(", "string(",
    ]
    for _ in 0..<3000 {
      let count = Int.random(in: 1...12, using: &generator)
      evaluate((0..<count).compactMap { _ in tokens.randomElement(using: &generator) }.joined())
    }
  }
}
