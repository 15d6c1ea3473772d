import Foundation
import TestSupport
import Testing
import WinBackFormats

@Suite("A StoreKit configuration")
struct StoreKitTests {
  private func catalog(_ json: String = NativeSamples.catalog) throws -> Catalog {
    try Catalog(json: json.utf8)
  }

  private func text(_ bytes: ContiguousArray<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private func eligible(_ offers: String..., group: String = "21394321") -> [String: Set<String>] {
    [group: Set(offers)]
  }

  @Test("is made of a catalog, with the switches of a customer")
  func writing() throws {
    let bytes = StoreKitWriter.bytes(of: try catalog(), eligible: eligible("basic_1m_free"))
    #expect(
      text(bytes).contains(
        """
                  "winbackOffers" : [
                    {
                      "internalID" : "5164D82E",
                      "isEligible" : true,
                      "offerID" : "basic_1m_free",
                      "paymentMode" : "free",
                      "referenceName" : "Basic, one month free",
                      "subscriptionPeriod" : "P1M"
                    }
                  ]

        """
      ),
      "\(text(bytes))"
    )
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(bytes)) }
    let off = StoreKitWriter.bytes(of: try catalog(), eligible: nil)
    #expect(
      text(off) == text(bytes).replacing("\"isEligible\" : true", with: "\"isEligible\" : false")
    )
  }

  @Test("has the introductory offer of a product")
  func introductoryOffer() throws {
    let catalog = try Catalog(
      json: Array(
        """
        {"subscriptionGroups":[{"id":"1","subscriptions":[{"productId":"p","introductoryOffers":[\
        {"offerMode":"PAY_AS_YOU_GO","duration":"ONE_MONTH","numberOfPeriods":3}]}]}]}
        """.utf8
      )
    )
    let bytes = StoreKitWriter.bytes(of: catalog, eligible: nil)
    #expect(
      text(bytes).contains(
        """
                  "introductoryOffer" : {
                    "displayPrice" : "0.99",
                    "internalID" : "5EF31053",
                    "numberOfPeriods" : 3,
                    "paymentMode" : "payAsYouGo",
                    "subscriptionPeriod" : "P1M"
                  },

        """
      ),
      "\(text(bytes))"
    )
  }

  @Test("that was made of a catalog agrees with it, and changes in its switches only")
  func updating() throws {
    let catalog = try catalog()
    let base = StoreKitWriter.bytes(of: catalog, eligible: nil)
    let same = try StoreKitUpdate(of: base, from: catalog, eligible: nil)
    #expect(same.bytes == base)
    #expect(same.warnings == [])
    let on = try StoreKitUpdate(of: base, from: catalog, eligible: eligible("basic_1m_free"))
    #expect(on.bytes == StoreKitWriter.bytes(of: catalog, eligible: eligible("basic_1m_free")))
    // The same id in another group is another offer.
    let other = try StoreKitUpdate(
      of: on.bytes,
      from: catalog,
      eligible: eligible("basic_1m_free", group: "other")
    )
    #expect(other.bytes == base)
  }

  @Test(
    "gets the offers that it lacks, wherever they belong",
    arguments: [
      #""winbackOffers" : [ ]"#, #""winbackOffers":null"#, #""x":1"#,
      #""winbackOffers" : [ {"offerID":"old","isEligible" : true,"mine":[1]} ]"#,
      #""winBackOffers" : [ {"offerID":"old"} ]"#,
    ]
  )
  func inserting(list: String) throws {
    let base = """
      {"version":{"major":4,"minor":0},"unknown":{"kept":[true]},"subscriptionGroups":[{"id":"X",\
      "subscriptions":[{"productID":"basic.monthly",\(list)}]}]}
      """
    let update = try StoreKitUpdate(
      of: ContiguousArray(base.utf8),
      from: try catalog(),
      eligible: eligible("basic_1m_free")
    )
    let object = try JSONSerialization.jsonObject(with: Data(update.bytes)) as? [String: Any]
    let groups = object?["subscriptionGroups"] as? [[String: Any]]
    let subscription = (groups?.first?["subscriptions"] as? [[String: Any]])?.first
    let lists = subscription?.filter {
      $0.key.lowercased() == "winbackoffers" && !($0.value is NSNull)
    }
    let offers = lists?.values.first as? [[String: Any]] ?? []
    #expect(lists?.count == 1, "\(text(update.bytes))")
    #expect(offers.last?["offerID"] as? String == "basic_1m_free", "\(text(update.bytes))")
    #expect(offers.last?["isEligible"] as? Bool == true)
    if offers.count == 2 { #expect(offers.first?["isEligible"] as? Bool == false) }
    #expect((object?["unknown"] as? [String: [Bool]]) == ["kept": [true]])
  }

  @Test("is compared with the catalog")
  func comparing() throws {
    let catalog = try catalog()
    let base = text(StoreKitWriter.bytes(of: catalog, eligible: nil))
      .replacing("\"subscriptionPeriod\" : \"P1M\"", with: "\"subscriptionPeriod\" : \"P1W\"")
      .replacing("\"paymentMode\" : \"free\"", with: "\"paymentMode\" : \"payAsYouGo\"")
      .replacing(
        "\"recurringSubscriptionPeriod\" : \"P1M\"",
        with: "\"recurringSubscriptionPeriod\" : \"P1Y\""
      )
    let other = """
      {"subscriptionGroups":[{"id":"1","subscriptions":[{"productId":"another"}]}]}
      """
    func warnings(_ catalog: Catalog) throws -> [String] {
      try StoreKitUpdate(of: ContiguousArray(base.utf8), from: catalog, eligible: nil).warnings
        .map { ($0.line.map { "\($0): " } ?? "") + $0.message }
    }
    let differences = try warnings(catalog)
    #expect(
      differences == [
        "20: the catalog has the period P1M for the product 'basic.monthly', found P1Y",
        """
        45: the catalog has the payment mode free for the offer 'basic_1m_free', found payAsYouGo
        """,
        "45: the catalog has the period P1M for the offer 'basic_1m_free', found P1W",
      ]
    )
    let strangers = try warnings(self.catalog(other))
    #expect(
      strangers == [
        "the configuration has no product 'another'; its offers are left out",
        "20: the catalog has no product 'basic.monthly'",
      ]
    )
  }

  @Test("is no catalog")
  func detection() throws {
    let bytes = StoreKitWriter.bytes(of: try catalog(), eligible: nil)
    #expect(
      refusal { try CatalogInput(reading: bytes) }
        == """
        1:1: expected a catalog, found a StoreKit configuration, which has no criteria of \
        eligibility; 'winback new FOLDER --from FILE' makes a catalog of it
        """
    )
  }

  @Test(
    "of another app keeps everything but the switches of its offers",
    .enabled(if: SharedFiles.exist, "the folder 'shared' is absent; WINBACK_SHARED names another"),
    arguments: [
      "flutter_winback.storekit", "purchases-ios_v5_billingPlans.storekit",
      "rn-purchases_winback_2024-11.storekit",
    ]
  )
  func samples(name: String) throws {
    let base = ContiguousArray(try SharedFiles.contents(of: "samples/storekit/\(name)"))
    let same = try StoreKitUpdate(of: base, from: try catalog(), eligible: nil)
    #expect(same.bytes == base)
    let off = try StoreKitUpdate(of: base, from: try catalog(), eligible: [:])
    #expect(
      text(off.bytes)
        == text(base).replacing("\"isEligible\" : true", with: "\"isEligible\" : false")
    )
  }
}
