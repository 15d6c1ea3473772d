import Testing
import WinBackFormats

@Suite("A catalog in another format")
struct CatalogConversionTests {
  /// Introductory offers in all storefronts, in some, with dates and with a billing plan.
  private static let introductory = """
    {"subscriptionGroups":[{"id":"1","subscriptions":[{"productId":"p","introductoryOffers":[\
    {"offerMode":"FREE_TRIAL","duration":"ONE_WEEK"},\
    {"offerMode":"PAY_AS_YOU_GO","duration":"ONE_MONTH","numberOfPeriods":3,\
    "startDate":"2025-01-01","endDate":"2025-12-31","targetSubscriptionPlanType":"MONTHLY",\
    "territories":["JPN","USA","DEU"]}]},{"productId":"q"}]}]}
    """

  static let catalogs = [
    NativeSamples.catalog, ConnectSamples.native,
    #"{"subscriptionGroups":[{"id":"1","subscriptions":[{"productId":"p"}]}]}"#,
    introductory,
    // Dates with times, whose day in UTC is another one.
    NativeSamples.catalog.replacing("2024-10-01", with: "2024-10-01T00:30:00+02:00")
      .replacing("2026-12-31", with: "2026-12-31T23:30:15.250-11:45"),
    unknown(#""unknown":["territories"]"#),
    unknown(#""unknown":["territories"],"territories":["USA"]"#),
    unknown(#""unknown":["territories"],"prices":[{"territory":"USA","customerPrice":"0"}]"#),
    unknown(#""territories":[]"#),
  ]

  private static func unknown(_ members: String) -> String {
    ConnectSamples.native.replacing(#""territories":["USA","JPN"]"#, with: members)
  }

  @Test("is what it was before it was written as a native one", arguments: catalogs)
  func native(text: String) throws {
    let catalog = try Catalog(json: text.utf8)
    let bytes = CatalogWriter.bytes(of: catalog)
    #expect(try CatalogInput(reading: bytes).catalog == catalog)
  }
}
