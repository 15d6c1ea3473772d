import CEL
import CalendarTime
import Testing

@Suite("Partial evaluation")
struct SpecializationTests {
  private static let environment = Environment.example
  private static let known: [String: Binding] = [
    "offer.minimumMonths": .value(.int(3)),
    "offer.territories": .absent,
    "offer.startDate": .value(.timestamp(Instant(milliseconds: 0))),
    "offer.grace": .value(.duration(milliseconds: 1500)),
    "customer.storefront": .unknown,
    "customer.score": .value(.double(.infinity)),
  ]

  @Test(
    "leaves what depends on free variables",
    arguments: [
      (
        "has(offer.minimumMonths) && subscription.paidMonths >= offer.minimumMonths",
        "subscription.paidMonths >= 3"
      ),
      ("!has(offer.territories) || customer.storefront in offer.territories", "true"),
      ("has(offer.territories) && customer.storefront in offer.territories", "false"),
      ("subscription.willAutoRenew && false", "false"),
      ("subscription.willAutoRenew || true", "true"),
      ("true && subscription.willAutoRenew && 1 < 2", "subscription.willAutoRenew"),
      ("false || subscription.willAutoRenew", "subscription.willAutoRenew"),
      ("true && 1 < 2", "true"),
      (
        "now >= addMonths(offer.startDate, offer.minimumMonths) + offer.grace",
        "now >= timestamp('1970-04-01T00:00:01.5Z')"
      ),
      (
        "now + (offer.grace + offer.grace) > offer.startDate",
        "now + duration('3s') > timestamp('1970-01-01T00:00:00Z')"
      ),
      (
        "1 + offer.minimumMonths + subscription.paidMonths + 1 + 1 < 0",
        "4 + subscription.paidMonths + 1 + 1 < 0"
      ),
      (
        "offer.minimumMonths > 3 ? 1 : offer.minimumMonths == 3 ? subscription.paidMonths : 1 / 0",
        "subscription.paidMonths"
      ),
      (
        "subscription.willAutoRenew ? 1 + 1 : has(offer.territories) ? 1 : 1 + 2",
        "subscription.willAutoRenew ? 2 : 3"
      ),
      ("subscription.willAutoRenew ? 1 : 1", "subscription.willAutoRenew ? 1 : 1"),
      ("!(subscription.willAutoRenew && has(offer.territories))", "true"),
      (
        "['a', customer.storefront, subscription.state]",
        "['a', customer.storefront, subscription.state]"
      ),
      ("[offer.minimumMonths, 1 + 1] == []", "false"),
      ("subscription.state + ('a' + 'b')", "subscription.state + 'ab'"),
      ("-offer.minimumMonths", "-3"), ("-(-offer.minimumMonths)", "3"),
      // What has no value stays as it is written.
      ("1 / 0 == 1 || subscription.willAutoRenew", "1 / 0 == 1 || subscription.willAutoRenew"),
      ("1 / 0 < subscription.paidMonths", "1 / 0 < subscription.paidMonths"),
      (
        "'A' in offer.territories && subscription.willAutoRenew",
        "'A' in offer.territories && subscription.willAutoRenew"
      ),
      (
        "customer.storefront == 'USA' && subscription.willAutoRenew",
        "customer.storefront == 'USA' && subscription.willAutoRenew"
      ),
      ("1 / 0 == 1 && customer.storefront == 'USA'", "1 / 0 == 1 && customer.storefront == 'USA'"),
      ("customer.score + 1.0 > 2.0", "true"), ("customer.score + 1.0", "customer.score + 1.0"),
      (
        "customer.storefront == 'USA' ? 1 : subscription.paidMonths",
        "customer.storefront == 'USA' ? 1 : subscription.paidMonths"
      ),
    ]
  )
  func residue(source: String, text: String) throws {
    let residue = try specialized(source)
    #expect(residue.description == text)
    #expect(residue.source == source)
  }

  private func specialized(_ source: String) throws -> Expression {
    try Expression(source, in: Self.environment)
      .specialized { Self.known[Self.environment[$0].name] }
  }

  @Test(
    "settles what is certain, though it has no value",
    arguments: [
      ("1 / 0 < subscription.paidMonths", "division by zero"),
      ("'A' in offer.territories", "'offer.territories' is absent"),
      ("1 / 0 == 1 ? 1 : subscription.paidMonths", "division by zero"),
      ("offer.territories + [subscription.state]", "'offer.territories' is absent"),
      ("'A'.startsWith(string(1 / 0))", "division by zero"),
      ("size(offer.territories) + 1 + subscription.paidMonths", "'offer.territories' is absent"),
    ]
  )
  func failure(source: String, text: String) throws {
    let residue = try specialized(source)
    #expect(residue.constant?.text() == text)
    #expect(residue.variables.isEmpty)
    #expect(residue.evaluate { _ in .unknown } == residue.constant)
  }

  @Test("settles what an unknown variable makes unknown")
  func unknown() throws {
    let residue = try specialized("customer.storefront == 'USA' && 1 / 0 == 1")
    let id = try #require(Self.environment.id(of: "customer.storefront"))
    #expect(residue.constant == .unknown([id]))
  }

  @Test("knows the variables that are left")
  func variables() throws {
    let source = "now >= offer.startDate && has(offer.minimumMonths) || subscription.willAutoRenew"
    let expression = try Expression(source, in: Self.environment)
    let names = { (expression: Expression) in
      expression.variables.map { Self.environment[$0].name }
    }
    #expect(
      names(expression) == [
        "now", "subscription.willAutoRenew", "offer.minimumMonths", "offer.startDate",
      ]
    )
    #expect(names(try specialized(source)) == ["now", "subscription.willAutoRenew"])
    #expect(expression.constant == nil)
  }
}
