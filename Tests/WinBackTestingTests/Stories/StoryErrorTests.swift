import Testing
import WinBackTesting

@Suite("A story that cannot have happened")
struct StoryErrorTests {
  private static let redemption = StoryEvent.redeem(offer: "free_month", on: "2024-06-01")
  private static let start = StoryEvent.subscribe(to: "monthly", on: "2024-01-01")

  static let cases: [(events: [StoryEvent], message: String)] = [
    (
      [.subscribe(to: "montly", on: "2024-01-01")],
      "event 1, 'subscribe': expected a product of the catalog, found 'montly'; "
        + "did you mean 'monthly'?"
    ),
    (
      [start, .cancel(), .redeem(offer: "free_moth", on: "2024-06-01")],
      "event 3, 'redeem': expected an offer of the catalog, found 'free_moth'; "
        + "did you mean 'free_month'?"
    ),
    (
      [.redeem(offer: "free_month", on: "2024-06-01")],
      "event 1, 'redeem': expected a customer who was subscribed before, found a new one"
    ),
    (
      [start, .cancel(), .redeem(offer: "free_month", on: "2024-06-01", periods: 2)],
      "event 3, 'redeem': expected 1 period of the offer, found 2"
    ),
    (
      [start, .cancel(), .redeem(offer: "half_price", on: "2024-06-01", periods: 4)],
      "event 3, 'redeem': expected 1 to 3 periods of the offer, found 4"
    ),
    (
      [start, .redeem(offer: "free_month", on: "2024-01-20")],
      "event 2, 'redeem': expected a date from 2024-02-01 on, when the current period is over, "
        + "found 2024-01-20; 'switch' and 'upgrade' change a subscription before"
    ),
    (
      [.subscribe(to: "premium", on: "2024-01-01"), .cancel(), redemption],
      "event 3, 'redeem': expected an offer that the customer is eligible for on 2024-06-01, found "
        + "'free_month'; product: the customer last subscribed to premium, and the offer is on monthly"
    ),
    (
      [
        .subscribe(to: "monthly", on: "2011-03-01"), .cancel(),
        .redeem(offer: "free_month", on: "2011-12-31"),
      ],
      "event 3, 'redeem': expected an offer that the customer is eligible for on 2011-12-31, found "
        + "'free_month'; available: the offer starts on 2012-01-01T00:00:00Z"
    ),
    (
      [start, redemption],
      "event 2, 'redeem': expected an offer that the customer is eligible for on 2024-06-01, found "
        + "'free_month'; churned: the subscription renews until the story cancels it"
    ),
    (
      [start, .resume()],
      "event 2, 'resume': expected a subscription that was cancelled, found one that was not"
    ),
    (
      [start, .move(to: "UK")],
      "event 2, 'move': expected a storefront such as 'USA', found 'UK'; did you mean 'GBR'?"
    ),
    (
      [.buy("monthly", on: "2024-01-01")],
      "event 1, 'buy': expected a product that is not a subscription, found 'monthly' of the catalog"
    ),
    (
      [.familyShare(of: "monthly", on: "2024-01-01", until: "2023-12-31")],
      "event 1, 'familyShare': expected a date from 2024-01-01 on, when the access starts, found "
        + "2023-12-31"
    ),
    (
      [start, .renew(0, offer: StoryOffer(.code, .payUpFront, .oneMonth, periods: 2))],
      "event 2, 'renew': expected 1 period of the offer, found 2"
    ),
    (
      [.renew(1)],
      "event 1, 'renew': expected a subscription, found none; a story starts with 'subscribe'"
    ),
    (
      [start, .cancel(), .renew(1)],
      "event 3, 'renew': expected a subscription that renews, found one that was cancelled"
    ),
    (
      [start, .refund(on: "2024-01-10"), .crossgrade(to: "premium")],
      "event 3, 'switch': expected a subscription that renews, found one that was refunded"
    ),
    (
      [start, .grace(days: 6), .grace(days: 6)],
      "event 3, 'grace': expected a subscription that renews, found one that could not be charged"
    ),
    (
      [start, .billingRetry, .renew(1)],
      "event 3, 'renew': expected 'on', the date of the late payment"
    ),
    (
      [start, .billingRetry, .renew(1, on: "2024-01-31")],
      "event 3, 'renew': expected the date of a late payment, from 2024-02-01 on, found 2024-01-31"
    ),
    (
      [start, .renew(1, on: "2024-02-01")],
      "event 2, 'renew': expected no date: the subscription renews where its period ends, "
        + "2024-02-01"
    ),
    ([start, .renew(0)], "event 2, 'renew': expected 1 to 10000 renewals, found 0"),
    (
      [start, .renew(10_000)],
      "event 2, 'renew': expected a story of at most 10000 periods, found more"
    ),
    (
      [start, .grace(days: 0)],
      "event 2, 'grace': expected 1 to 60 days of grace, found 0"
    ),
    (
      [start, .upgrade(to: "premium", on: "2024-02-01")],
      "event 2, 'upgrade': expected a date within the current period, from 2024-01-01 to "
        + "2024-02-01, found 2024-02-01"
    ),
    (
      [start, .crossgrade(to: "monthly")],
      "event 2, 'switch': expected another product than the current one, found 'monthly'"
    ),
    (
      [start, .crossgrade(to: "songs")],
      "event 2, 'switch': expected a product of the group 'video', found 'songs' of another"
    ),
    (
      [start, .refund(on: "2023-12-31")],
      "event 2, 'refund': expected a date from 2024-01-01 on, when the purchase was made, found "
        + "2023-12-31"
    ),
    (
      [start, .refund(on: "2024-03-01"), .refund(on: "2024-03-02")],
      "event 3, 'refund': expected a purchase, found one that was refunded already"
    ),
    (
      [.subscribe(to: "quarterly", on: "2024-01-01", stays: .months(4))],
      "event 1, 'subscribe': expected a multiple of 3 months, because 'quarterly' renews every "
        + "3 months, found 4"
    ),
    (
      [.subscribe(to: "weekly", on: "2024-01-01", stays: .months(1))],
      "event 1, 'subscribe': expected 'periods', because 'weekly' renews every week"
    ),
    (
      [.subscribe(to: "monthly", on: "2024-01-01", stays: .periods(0))],
      "event 1, 'subscribe': expected 1 to 10000 periods, found 0"
    ),
    (
      [.subscribe(to: "monthly", on: "soon")],
      "event 1, 'subscribe': expected a date such as 2025-01-15, found 'soon': "
        + "expected a digit of the year, found 's'"
    ),
    (
      [.subscribe(to: "yearly", on: "9000-01-01", stays: .periods(1_000))],
      "event 1, 'subscribe': expected a story within the years 0001 to 9999, found one that "
        + "leaves them"
    ),
  ]

  @Test("is told with the event, what was expected and what was found", arguments: cases)
  func errors(events: [StoryEvent], message: String) throws {
    let engine = try SampleCatalog.engine()
    let error = #expect(throws: StoryError.self) {
      try CustomerStory(events: events).history(for: engine)
    }
    #expect(error?.description == message)
  }
}
