/// The products and offers that histories are made from and scored against.
struct Catalog {
  static let streamingGroup = "21394321"
  static let sportsGroup = "21394388"
  static let territories = [
    "AUS", "BRA", "CAN", "DEU", "ESP", "FRA", "GBR", "IND", "ITA", "JPN", "KOR", "MEX", "USA",
  ]

  static let fewestOffers = 10

  /// The products; the first three are levels of one group.
  private(set) var products: [Product]

  /// Four products with the fewest offers.
  private init() {
    products = [
      Product(
        id: "basic.monthly",
        group: Self.streamingGroup,
        months: 1,
        price: 4990,
        offers: [
          Offer(
            id: "basic_week_free",
            mode: .freeTrial,
            duration: "ONE_WEEK",
            paid: 1,
            lapsed: 1...3,
            wait: 6
          ),
          Offer(
            id: "basic_month_free",
            mode: .freeTrial,
            duration: "ONE_MONTH",
            paid: 6,
            lapsed: 2...24,
            wait: 12,
            isHighPriority: true
          ),
          Offer(
            id: "basic_3_months_half",
            mode: .payAsYouGo,
            duration: "ONE_MONTH",
            periodCount: 3,
            paid: 3,
            lapsed: 3...12,
            territories: ["BRA", "CAN", "MEX", "USA"]
          ),
        ]
      ),
      Product(
        id: "premium.monthly",
        group: Self.streamingGroup,
        months: 1,
        price: 9990,
        offers: [
          Offer(
            id: "premium_month_free",
            mode: .freeTrial,
            duration: "ONE_MONTH",
            paid: 3,
            lapsed: 2...24,
            wait: 6,
            endDate: Milliseconds(year: 2026, month: 12, day: 31),
            isHighPriority: true
          ),
          Offer(
            id: "premium_3_months_upfront",
            mode: .payUpFront,
            duration: "THREE_MONTHS",
            paid: 1,
            lapsed: 1...12,
            wait: 3
          ),
          Offer(
            id: "premium_loyal_6_months",
            mode: .payUpFront,
            duration: "SIX_MONTHS",
            paid: 24,
            lapsed: 1...24,
            wait: 24,
            isHighPriority: true,
            territories: ["DEU", "FRA", "GBR", "JPN", "USA"]
          ),
          Offer(
            id: "premium_summer",
            mode: .payAsYouGo,
            duration: "ONE_MONTH",
            periodCount: 2,
            paid: 2,
            lapsed: 4...18,
            startDate: Milliseconds(year: 2025, month: 6, day: 1),
            endDate: Milliseconds(year: 2025, month: 8, day: 31)
          ),
        ]
      ),
      Product(
        id: "premium.yearly",
        group: Self.streamingGroup,
        months: 12,
        price: 99_990,
        offers: [
          Offer(
            id: "yearly_year_upfront",
            mode: .payUpFront,
            duration: "ONE_YEAR",
            paid: 12,
            lapsed: 1...24,
            wait: 12
          ),
          Offer(
            id: "yearly_2_weeks_free",
            mode: .freeTrial,
            duration: "TWO_WEEKS",
            paid: 12,
            lapsed: 2...12
          ),
        ]
      ),
      Product(
        id: "sports.monthly",
        group: Self.sportsGroup,
        months: 1,
        price: 6990,
        offers: [
          Offer(
            id: "sports_month_free",
            mode: .freeTrial,
            duration: "ONE_MONTH",
            paid: 2,
            lapsed: 1...24,
            wait: 4
          )
        ]
      ),
    ]
  }

  /// The same products with as many offers as asked for, varied over the values that Apple allows.
  init(offerCount: Int) {
    self.init()
    var random = RandomSource(seed: 350)
    for number in Self.fewestOffers..<offerCount {
      products[number % products.count].offers.append(.random(number: number, from: &random))
    }
  }
}

extension Offer {
  fileprivate static func random(number: Int, from random: inout RandomSource) -> Offer {
    let mode = Mode.allCases[random.next(below: Mode.allCases.count)]
    let durations = ["ONE_WEEK", "ONE_MONTH", "TWO_MONTHS", "THREE_MONTHS", "SIX_MONTHS"]
    let duration = mode == .payAsYouGo ? "ONE_MONTH" : durations[random.next(below: 5)]
    let minimum = random.next(in: 1...12)
    return Offer(
      id: "offer_\(number)",
      mode: mode,
      duration: duration,
      periodCount: mode == .payAsYouGo ? random.next(in: 1...12) : 1,
      paid: random.next(in: 1...60),
      lapsed: minimum...random.next(in: minimum...24),
      wait: random.chance(perMille: 500) ? random.next(in: 2...24) : nil,
      startDate: Milliseconds(year: 2025, month: random.next(in: 1...9), day: 1),
      endDate: random.chance(perMille: 300) ? Milliseconds(year: 2026, month: 1, day: 31) : nil,
      isHighPriority: random.chance(perMille: 250),
      territories: random.chance(perMille: 400)
        ? Catalog.territories.filter { _ in random.chance(perMille: 300) } : []
    )
  }
}
