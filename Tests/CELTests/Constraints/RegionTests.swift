import CEL
import CalendarTime
import TestSupport
import Testing

@Suite("Regions of an expression")
struct RegionTests {
  private static let environment = Environment.example

  static let impossible = [
    "false", "1 > 2", "subscription.paidMonths > 3 && subscription.paidMonths < 4",
    "subscription.paidMonths > 9223372036854775807",
    "subscription.paidMonths >= 2 && !(subscription.paidMonths != 1)",
    "subscription.paidMonths in [1, 2] && subscription.paidMonths in [3]",
    "subscription.paidMonths in []", "subscription.paidMonths == 2.5",
    "subscription.paidMonths + 1 > 9223372036854775807",
    "5 - subscription.paidMonths < 2 && subscription.paidMonths <= 3",
    "subscription.paidMonths < 1.5 && subscription.paidMonths > 1",
    "subscription.state == 'expired' && subscription.state in ['subscribed', 'none']",
    "subscription.state == 'expired' && subscription.state != 'expired'",
    "!(subscription.state == 'expired') && 'expired' == subscription.state",
    "subscription.state in []", "subscription.willAutoRenew && !subscription.willAutoRenew",
    "subscription.willAutoRenew == true && subscription.willAutoRenew == false",
    "!(subscription.willAutoRenew in [true, false])",
    "!has(offer.minimumMonths) && offer.minimumMonths > 3",
    "!has(offer.territories) && 'USA' in offer.territories",
    "has(offer.minimumMonths) && !has(offer.minimumMonths)",
    "now > timestamp(5) && now < timestamp(5)",
    "addMonths(now, 1) < timestamp('2023-02-15T00:00:00Z') && now > timestamp('2023-01-15T00:00:00Z')",
    "int(now) == 5 && now >= timestamp(6)",
    "subscription.lapsedAt - timestamp(0) < duration('1s') && subscription.lapsedAt > timestamp(2)",
    "(subscription.paidMonths > 3 || subscription.willAutoRenew) && subscription.paidMonths < 2 && !subscription.willAutoRenew",
    "subscription.willAutoRenew ? subscription.paidMonths > 5 && subscription.paidMonths < 5 : false",
    "(subscription.paidMonths > 2 ? subscription.paidMonths < 2 : subscription.paidMonths > 3)",
    "subscription.paidMonths > 1e300",
    "subscription.paidMonths <= -1e300",
    "1 / 0 == 1", "false && customer.score > 1.5", "[1] == [2]",
    "customer.score > 2.0 && customer.score < 1.0",
    "customer.score < -0.0 && customer.score > -5e-324",
    "customer.score >= 1.5 && customer.score < 1 && customer.score != 7",
  ]

  @Test("tell that an expression can never be true", arguments: impossible)
  func never(source: String) throws {
    #expect(!(try Expression(source, in: Self.environment).canBeTrue()))
  }

  static let possible = [
    "true", "subscription.paidMonths > 3", "subscription.paidMonths >= 9223372036854775807",
    "subscription.paidMonths in [1, 2] && subscription.paidMonths in [2.0]",
    "subscription.state != 'expired' && subscription.state in ['expired', 'none']",
    "subscription.state == 'é' || subscription.state == 'e\\u0301'",
    "subscription.paidMonths > -1e300", "subscription.paidMonths < 1e300",
    "subscription.paidMonths != 0.0 / 0.0",
    "!subscription.willAutoRenew", "!has(offer.minimumMonths) || offer.minimumMonths > 3",
    "has(offer.minimumMonths) ? offer.minimumMonths < 3 : subscription.willAutoRenew",
    // February 28 at noon is one month after January 31 at noon, but January 29 at midnight is not.
    "addMonths(now, 1) >= timestamp('2023-02-28T12:00:00Z') && now < timestamp('2023-01-29T00:00:00Z')",
    "addMonths(now, 1) < timestamp('2023-02-28T12:00:00Z') && now >= timestamp('2023-01-31T00:00:00Z')",
    "int(now) == 5 && now > timestamp(5)", "1 / 0 == 1 || subscription.willAutoRenew",
    // What cannot be solved is taken to be possible.
    "now > offer.startDate && now < offer.startDate",
    "subscription.state.startsWith('a') && subscription.state.startsWith('b')",
    "subscription.paidMonths * 2 == 3", "subscription.willAutoRenew < false",
    "size(subscription.state) < 0", "subscription.paidMonths < subscription.paidMonths",
  ]

  @Test("never tell it of one that can be, or that they cannot solve", arguments: possible)
  func sometimes(source: String) throws {
    #expect(try Expression(source, in: Self.environment).canBeTrue())
  }

  @Test("tell it of the bindings of a box")
  func within() throws {
    let id = try #require(Self.environment.id(of: "subscription.paidMonths"))
    let expression = try Expression("subscription.paidMonths < 0", in: Self.environment)
    #expect(expression.canBeTrue())
    #expect(!expression.canBeTrue(within: Box(id, Domain(.numbers(IntervalSet(0...Int64.max))))))
  }

  @Test("have few boxes, however many alternatives there are")
  func many() throws {
    let alternatives = (0..<10).map { number in
      "(subscription.paidMonths != \(number) || subscription.state != '\(number)')"
    }
    let expression = try Expression(
      alternatives.joined(separator: " && ") + " && subscription.willAutoRenew",
      in: Self.environment
    )
    let region = expression.region
    #expect(region.boxes.count <= Region.maximumBoxes)
    #expect(!region.isExact)
    #expect(expression.canBeTrue())
    let impossible = try Expression(
      "\(expression) && !subscription.willAutoRenew",
      in: Self.environment
    )
    #expect(!impossible.canBeTrue())

    let any = (0..<300).map { "subscription.state == '\($0)'" }.joined(separator: " || ")
    #expect(try Expression(any, in: Self.environment).region.boxes == [.everything])
  }

  @Test(
    "have all bindings for which an expression has a value, and no others where exact",
    arguments: [UInt64](1...8)
  )
  func property(seed: UInt64) throws {
    var random = RandomExpression(seed: seed)
    var exact = 0
    var empty = 0
    for round in 0..<(TestBuild.isOptimized ? 1_000 : 80) {
      random.isTame = round % 3 > 0
      let source = random.solvable(depth: 3)
      let original = try random.parse(source)
      for expression in [original, original.specialized { _ in nil }] {
        for value in [true, false] {
          let region = expression.region(where: value)
          exact += region.isExact ? 1 : 0
          empty += region.isEmpty ? 1 : 0
          for _ in 0..<20 {
            let bindings = random.bindings()
            let has = expression.evaluate { bindings[$0.index] } == .value(.bool(value))
            let isInside = region.contains { bindings[$0.index] }
            try #require(
              region.isExact ? has == isInside : !has || isInside,
              "seed \(seed): \(source) where \(value), \(bindings)"
            )
          }
        }
        try #require(
          expression.canBeTrue() == !expression.region(where: true).isEmpty,
          "seed \(seed): \(source)"
        )
      }
    }
    #expect(exact > 50 && empty > 5, "seed \(seed) proves little: \(exact) exact, \(empty) empty")
  }
}
