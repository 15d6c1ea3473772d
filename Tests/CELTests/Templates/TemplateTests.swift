import CEL
import CalendarTime
import Testing

@Suite("Templates")
struct TemplateTests {
  private static let environment = Environment.example
  private static let bindings = environment.bindings([
    "now": .value(.timestamp(Instant(milliseconds: 1_717_200_000_000))),
    "subscription.paidMonths": .value(.int(2)),
    "subscription.state": .value(.string("expired")),
    "subscription.willAutoRenew": .value(.bool(false)),
    "subscription.lapsedAt": .absent,
    "customer.score": .value(.double(0.5)),
    "offer.territories": .value(.list([.string("USA"), .string("JPN")])),
    "offer.grace": .value(.duration(milliseconds: 90_000)),
  ])

  @Test("have the beginning of a long value only, as often as they name it")
  func longValues() throws {
    let bindings = Self.environment.bindings([
      "subscription.state": .value(.string(String(repeating: "a", count: 1 << 20)))
    ])
    let source = String(repeating: "{subscription.state}", count: 400)
    let text = try Template(source, in: Self.environment).render(bindings)
    #expect(text == String(repeating: String(repeating: "a", count: 1_000) + "…", count: 400))
  }

  @Test(
    "stand with values in place of their expressions",
    arguments: [
      ("", ""), ("plain é", "plain é"), ("{{}} {{{1}}} }}{{", "{} {1} }{"),
      ("paid {subscription.paidMonths} of {1 + 2} months", "paid 2 of 3 months"),
      ("{subscription.state}{'!'}", "expired!"), ("{ subscription.willAutoRenew }", "false"),
      ("{'}' + \"{\"}", "}{"), ("{'a' // }\n}", "a"), ("at {now}", "at 2024-06-01T00:00:00Z"),
      ("{string(now) + '!'}", "2024-06-01T00:00:00Z!"), ("{now - now}", "0s"),
      ("in {offer.territories}", "in USA, JPN"), ("{[]}", ""), ("{null}", "null"),
      ("for {offer.grace}", "for 90s"), ("{customer.score}", "0.5"),
      ("{customer.storefront}", "unknown"), ("{subscription.lapsedAt}", "none"),
      ("{addMonths(subscription.lapsedAt, 1)}", "none"), ("{1 / 0}", "division by zero"),
    ]
  )
  func render(source: String, text: String) throws {
    let template = try Template(source, in: Self.environment)
    #expect(template.render(Self.bindings) == text)
  }

  static let errors = MarkedError.list(
    """
    a } b
      ^
    the '}' has no '{'; write '}}' for a brace that is text

    a { b
      ^
    the '{' has no '}'; write '{{' for a brace that is text

    a {1
      ^
    the '{' has no '}'; write '{{' for a brace that is text

    {}
     ^
    expected an expression, found '}'

    {
     ^
    expected an expression, found the end

    {1 2}
       ^
    expected an operator or '}', found '2'

    {1}}
       ^
    the '}' has no '{'; write '}}' for a brace that is text

    {subscription.paidMonth}
     ^~~~~~~~~~~~~~~~~~~~~~
    unknown variable 'subscription.paidMonth', did you mean 'subscription.paidMonths'?

    é {1 + 'a'}
          ^
    no operator '+' for int and string

    {'a}
     ^~~
    the string has no closing quote
    """
  )

  @Test("say what is wrong and where", arguments: errors)
  func error(example: MarkedError) {
    example.expect { _ = try Template($0, in: Self.environment) }
  }
}
