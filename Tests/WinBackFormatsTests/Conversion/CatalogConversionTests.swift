import CalendarTime
import Testing
import WinBack
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
    #"{"subscriptionGroups":[]}"#,
    #"{"subscriptionGroups":[{"id":"1","subscriptions":[{"productId":"p"}]}]}"#,
    introductory,
    // Dates with times, whose day in UTC is another one.
    NativeSamples.catalog.replacing("2024-10-01", with: "2024-10-01T00:30:00+02:00")
      .replacing("2026-12-31", with: "2026-12-31T23:30:15.250-11:45"),
    unknown(#""unknown":["territories"]"#),
  ]

  private static func unknown(_ members: String) -> String {
    ConnectSamples.native.replacing(#""territories":["USA","JPN"]"#, with: members)
  }

  /// Catalogs that only the native format can have.
  private static let nativeCatalogs = [
    unknown(#""unknown":["territories"],"territories":["USA"]"#),
    unknown(#""unknown":["territories"],"prices":[{"territory":"USA","customerPrice":"0"}]"#),
    unknown(#""territories":[]"#),
  ]

  @Test(
    "is what it was before it was written as a native one",
    arguments: catalogs + nativeCatalogs
  )
  func native(text: String) throws {
    let catalog = try Catalog(json: text.utf8)
    let bytes = CatalogWriter.bytes(of: catalog)
    #expect(try CatalogInput(reading: bytes).catalog == catalog)
  }

  @Test("is what it was before it was written for App Store Connect", arguments: catalogs)
  func connect(text: String) throws {
    // A response has no place for a group without subscriptions.
    let catalog = try Catalog(json: text.utf8)
    let bytes = ConnectWriter.bytes(of: catalog)
    #expect(try CatalogInput(reading: bytes).catalog == catalog)
  }

  @Test("knows no territories for App Store Connect if it knows only some", arguments: [0, 1])
  func someTerritories(index: Int) throws {
    let bytes = ConnectWriter.bytes(of: try Catalog(json: Self.nativeCatalogs[index].utf8))
    let none = try Catalog(json: Self.unknown(#""unknown":["territories"]"#).utf8)
    #expect(try CatalogInput(reading: bytes).catalog == none)
  }
}
