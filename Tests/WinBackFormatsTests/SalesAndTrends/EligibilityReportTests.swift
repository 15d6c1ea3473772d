import Testing
import WinBackFormats

@Suite("The Win-back Eligibility report")
struct EligibilityReportTests {
  private static let columns = [
    "App Name", "App Apple ID", "Subscription Name", "Subscription Apple ID",
    "Subscription Group ID", "Standard Subscription Duration", "Paid Subscription Tenure",
    "Time Since Last Subscribed", "Has Previously Redeemed Win-Back Offer",
    "Time Since Last Win-Back Offer", "Territory", "Churned Subscription Count",
  ]

  private static func row(
    paid: Int,
    lapsed: Int,
    redeemed: Int? = nil,
    territory: String = "US",
    count: Int,
    product: String = "6001"
  ) -> String {
    [
      "Streams", "500", "Basic", product, "21394321", "1 Month", "\(paid)", "\(lapsed)",
      redeemed == nil ? " " : "Yes", redeemed.map { "\($0)" } ?? "", territory, "\(count)",
    ].joined(separator: "\t")
  }

  private static func report(_ rows: [String]) throws -> EligibilityReport {
    let text = ([columns.joined(separator: "\t")] + rows).joined(separator: "\r\n")
    return try EligibilityReport(table: text.utf8)
  }

  private static func offer(wait: Int? = 6, territories: [Storefront] = []) throws -> WinBackOffer {
    WinBackOffer(
      offerId: "basic_1m_free",
      offerMode: .freeTrial,
      duration: .oneMonth,
      customerEligibilityPaidSubscriptionDurationInMonths: 3,
      customerEligibilityTimeSinceLastSubscribedInMonths: MonthRange(minimum: 2, maximum: 24),
      customerEligibilityWaitBetweenOffersInMonths: wait,
      startDate: .day(try #require(CivilDate(year: 2024, month: 1, day: 1))),
      territories: territories
    )
  }

  @Test("is read by the names of its columns")
  func reading() throws {
    let report = try Self.report([Self.row(paid: 3, lapsed: 2, redeemed: 7, count: 12)])
    #expect(
      report.rows == [
        EligibilityReport.Row(
          subscriptionAppleId: "6001",
          subscriptionName: "Basic",
          subscriptionGroupIdentifier: "21394321",
          paidMonths: 3,
          monthsSinceLastSubscribed: 2,
          hasRedeemedWinBackOffer: true,
          monthsSinceLastWinBackOffer: 7,
          storefront: Storefront("USA"),
          customers: 12
        )
      ]
    )
  }

  @Test(
    "counts those who meet an offer's criteria by whole months; days decide at the maximum",
    arguments: [
      (3, 2, nil, 5, 0), (2, 2, nil, 0, 0), (3, 1, nil, 0, 0), (3, 23, nil, 5, 0),
      (3, 24, nil, 0, 5), (3, 25, nil, 0, 0), (9, 9, 6, 5, 0), (9, 9, 5, 0, 5), (2, 9, 5, 0, 0),
    ] as [(Int, Int, Int?, Int, Int)]
  )
  func criteria(paid: Int, lapsed: Int, redeemed: Int?, eligible: Int, undetermined: Int) throws {
    let report = try Self.report([
      Self.row(paid: paid, lapsed: lapsed, redeemed: redeemed, count: 5),
      Self.row(paid: 9, lapsed: 9, count: 7, product: "6002"),
    ])
    let audience = report.audience(of: try Self.offer(), subscriptionAppleId: "6001")
    #expect(audience == OfferAudience(eligible: eligible, undetermined: undetermined))
  }

  @Test("counts an offer without a wait whatever was redeemed before")
  func noWait() throws {
    let report = try Self.report([Self.row(paid: 9, lapsed: 9, redeemed: 0, count: 5)])
    let audience = report.audience(of: try Self.offer(wait: nil), subscriptionAppleId: "6001")
    #expect(audience == OfferAudience(eligible: 5, undetermined: 0))
  }

  @Test("counts an offer's territories only, and does not guess at an absent one (F12)")
  func territories() throws {
    let report = try Self.report([
      Self.row(paid: 9, lapsed: 9, count: 5),
      Self.row(paid: 9, lapsed: 9, territory: "JP", count: 6),
      Self.row(paid: 9, lapsed: 9, territory: " ", count: 7),
    ])
    let usa = try #require(Storefront("USA"))
    let audience = report.audience(
      of: try Self.offer(territories: [usa]),
      subscriptionAppleId: "6001"
    )
    #expect(audience == OfferAudience(eligible: 5, undetermined: 7))
    #expect(
      report.audience(of: try Self.offer(), subscriptionAppleId: "6001")
        == OfferAudience(eligible: 18, undetermined: 0)
    )
  }

  @Test("that is wrong is told with its line and column")
  func wrong() {
    #expect(
      refusal { _ = try Self.report([Self.row(paid: 3, lapsed: 2, territory: "us", count: 5)]) }
        == "2:48: expected a storefront such as 'US' in column 'Territory', found 'us'"
    )
    #expect(
      refusal { _ = try Self.report([Self.row(paid: -1, lapsed: 2, count: 5)]) }
        == "2:41: expected a whole number in column 'Paid Subscription Tenure', found '-1'"
    )
    #expect(
      refusal { _ = try EligibilityReport(table: "Subscription Apple-ID\ta\n".utf8) }
        == "1:1: expected a column 'Subscription Apple ID', found 'Subscription Apple-ID' as the nearest"
    )
    #expect(
      refusal { _ = try EligibilityReport(table: "".utf8) }
        == "1:1: expected a first line with the names of the columns, found none"
    )
  }
}
