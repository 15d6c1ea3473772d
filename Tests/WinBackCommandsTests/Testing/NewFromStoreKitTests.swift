import Foundation
import TestSupport
import Testing
import WinBackFiles

/// A StoreKit configuration as a version of Xcode writes it, with or without each list.
struct Configuration: CustomTestStringConvertible {
  enum Introductory: CaseIterable { case missing, null, free, reduced }

  let version: (major: Int, minor: Int)
  let introductory: Introductory
  let hasOffers: Bool?
  /// Whether it has a group without subscriptions, and the lists of the other kinds of offers.
  let hasOtherLists: Bool

  static let all = [(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 3)].flatMap { version in
    Introductory.allCases.flatMap { introductory in
      // Win-back offers came with version 4.
      (version.0 < 4 ? [nil] : [nil, false, true]).flatMap { hasOffers in
        [false, true].map { hasOtherLists in
          Configuration(
            version: version,
            introductory: introductory,
            hasOffers: hasOffers,
            hasOtherLists: hasOtherLists
          )
        }
      }
    }
  }

  var testDescription: String { text }

  private var introductoryMember: String {
    let terms =
      switch introductory {
      case .missing: nil as String?
      case .null: "null"
      case .free: #"{ "internalID": "2", "paymentMode": "free", "subscriptionPeriod": "P3D" }"#
      case .reduced:
        #"{ "displayPrice": "1.99", "internalID": "2", "numberOfPeriods": 3, "#
          + #""paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M" }"#
      }
    guard let terms else { return "" }
    return version.major < 6
      ? "\"introductoryOffer\": \(terms),"
      : "\"introductoryOffers\": [\(terms == "null" ? "" : terms)],"
  }

  private var offersMember: String {
    switch hasOffers {
    case nil: ""
    case false: #""winbackOffers": [],"#
    default:
      #"""
      "winbackOffers": [
        { "offerID": "free", "paymentMode": "free", "subscriptionPeriod": "P1M" },
        { "offerID": "half", "paymentMode": "payAsYouGo", "numberOfPeriods": 2,
          "subscriptionPeriod": "P1M" }
      ],
      """#
    }
  }

  private var otherMembers: String {
    let offer =
      #"[{ "offerID": "other", "paymentMode": "free", "subscriptionPeriod": "P1M" }],"#
    return hasOtherLists ? #""adHocOffers": \#(offer) "codeOffers": \#(offer)"# : ""
  }

  var text: String {
    """
    { "settings": { "_storefront": "JPN" }, "subscriptionGroups": [
      \(hasOtherLists ? #"{ "id": "0B", "name": "Later" },"# : "")
      { "id": "A650F73B", "name": "Pass", "subscriptions": [
        { "displayPrice": "480", "groupNumber": 1, \(introductoryMember) \(offersMember)
          \(otherMembers)
          "productID": "a.monthly", "recurringSubscriptionPeriod": "P1M", "referenceName": "A" },
        { "displayPrice": "4800", "groupNumber": 21598467,
          "productID": "a.yearly", "recurringSubscriptionPeriod": "P1Y" }
      ] }
    ], "version": { "major": \(version.major), "minor": \(version.minor) } }
    """
  }

  /// The values that the native catalog has.
  var introductoryOffer: [String: String] {
    switch introductory {
    case .missing, .null: [:]
    case .free:
      ["offerMode": "FREE_TRIAL", "duration": "THREE_DAYS", "numberOfPeriods": "1"]
    case .reduced:
      ["offerMode": "PAY_AS_YOU_GO", "duration": "ONE_MONTH", "numberOfPeriods": "3"]
    }
  }
}

@Suite("winback new --from a StoreKit configuration")
struct NewFromStoreKitTests {
  private let directory = TemporaryDirectory()

  private typealias Product = [String: Any]

  /// Makes a folder from a configuration, and returns the text of its catalog.
  private func makeFolder(_ name: String, from configuration: String) throws -> String {
    try directory.write(configuration, to: "\(name).storekit")
    let run = CommandRun([
      "new", directory.path(name), "--from", directory.path("\(name).storekit"),
    ])
    try #require(run.status == .done, "\(run.errors)")
    return try directory.read("\(name)/catalog.json")
  }

  private func products(of catalog: String) throws -> [Product] {
    let root = try JSONSerialization.jsonObject(with: Data(catalog.utf8)) as? Product
    let groups = try #require(root?["subscriptionGroups"] as? [Product])
    return groups.flatMap { $0["subscriptions"] as? [Product] ?? [] }
  }

  @Test("keeps what the file has, and convert and back do, too", arguments: Configuration.all)
  func keeps(configuration: Configuration) throws {
    let catalog = try makeFolder("offers", from: configuration.text)
    let products = try products(of: catalog)
    try #require(products.count == 2)
    let names = ["productId", "subscriptionPeriod", "groupLevel"]
    #expect(names.map { "\(products[0][$0] ?? "")" } == ["a.monthly", "ONE_MONTH", "1"])
    #expect(names.map { "\(products[1][$0] ?? "")" } == ["a.yearly", "ONE_YEAR", "21598467"])
    let prices = products.map { $0["prices"] as? [[String: String]] }
    #expect(
      prices == [
        [["territory": "JPN", "customerPrice": "480"]],
        [["territory": "JPN", "customerPrice": "4800"]],
      ]
    )
    let introductory = (products[0]["introductoryOffers"] as? [Product] ?? []).first ?? [:]
    #expect(introductory.mapValues { "\($0)" } == configuration.introductoryOffer)
    let offers = (products[0]["winBackOffers"] as? [Product] ?? []).map { "\($0["offerId"] ?? "")" }
    #expect(offers == (configuration.hasOffers == true ? ["free", "half"] : ["winback_example"]))

    let check = CommandRun(["check", directory.path("offers")])
    #expect(check.status == .done, "\(check.output)")
    #expect(check.errors.isEmpty)

    let storeKit = ["convert", directory.path("offers/catalog.json"), "--to", "storekit"]
    let converted = CommandRun(storeKit)
    #expect(converted.status == .done)
    let again = try makeFolder("again", from: converted.output)
    // Without a name, a product has its identifier as name.
    func unnamed(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { !$0.contains("\"referenceName\"") }
    }
    #expect(unnamed(again) == unnamed(catalog))

    let path = directory.path("offers.storekit")
    let base = CommandRun(storeKit + [path])
    #expect(base.status == .done)
    if configuration.hasOffers == true { #expect(base.output == configuration.text) }
  }

  @Test("has no scenarios for criteria that nobody wrote; check names the command that writes them")
  func renewal() throws {
    let configuration = try #require(Configuration.all.first { $0.hasOffers == true })
    var catalog = try makeFolder("my offers", from: configuration.text)
    let folder = directory.path("my offers")
    #expect(try directory.names(in: "my offers") == [".github", "catalog.json", "winback.json"])
    let file = "\(folder)/offers.scenarios.json"
    let command =
      "\n  winback test --generate --catalog '\(folder)/catalog.json' --output '\(file)'\n"
    let first = CommandRun(["check", folder])
    #expect(first.status == .done)
    #expect(
      first.output.contains(
        "\nNo scenario tests the offers. This command writes scenarios for them:" + command
      )
    )
    for (old, new) in [(1, 3), (3, 6)] {
      let key = "\"customerEligibilityPaidSubscriptionDurationInMonths\": "
      catalog = catalog.replacing("\(key)\(old)", with: "\(key)\(new)")
      try directory.write(catalog, to: "my offers/catalog.json")
      if old > 1 {
        let edited = CommandRun(["check", folder])
        #expect(edited.status == .checkFailed)
        let reason =
          "If the offers are right, this command writes the scenarios again, instead of all in the file:"
        #expect(edited.output.contains("\n" + reason + command))
        let json = CommandRun([
          "check", folder, "--json", "--report", "markdown:\(folder)/comment.md",
        ])
        .output
        let line = command.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(json.contains("\"command\": \"\(line)\""))
        #expect(
          try directory.read("my offers/comment.md").contains("\(reason)\n\n```sh\n\(line)\n```\n")
        )
      }
      let renewed = CommandRun([
        "test", "--generate", "--catalog", folder + "/catalog.json", "--output", file,
      ])
      #expect(renewed.status == .done)
      let checked = CommandRun(["check", folder])
      #expect(checked.status == .done, "\(checked.output)")
      #expect(!checked.output.contains("--generate"))
    }
  }

  @Test("accepts that offers without criteria are the same, until they have criteria")
  func identical() throws {
    let example = PackageFiles.url("Examples/AppleAPIs/Products.storekit")
    let products = try String(contentsOf: example, encoding: .utf8)
    _ = try makeFolder("offers", from: products)
    let path = directory.path("offers")
    let run = CommandRun(["new", directory.path("b"), "--from", path + ".storekit"])
    #expect(
      run.errors == """
        winback: warning: the price of 3 offers is left out: in a catalog, an offer with a price \
        exists only where it has one; 'winback convert --to storekit' keeps it
        winback: warning: a StoreKit configuration has no criteria of eligibility: each offer now \
        asks for 1 paid month, and from 1 to 24 months since the last subscription; write your own \
        into 'catalog.json'

        """
    )
    let check = CommandRun(["check", path])
    #expect(check.status == .done)
    #expect(check.output.contains("✓ lint: nothing found, 4 accepted\n"))
    #expect(try directory.read("offers/winback.json").contains("\"identical-offers\""))
  }

  @Test(
    "says what is wrong with a file, and writes nothing",
    arguments: [
      (
        "",
        "expected a subscription, found a StoreKit configuration without any; only subscriptions "
          + "have win-back offers"
      ),
      (#"{ "productID": "" }"#, "expected an identifier, found an empty string"),
      (
        #"{ "productID": "a" }, { "productID": "a" }"#,
        "expected each product once, found the productId 'a' again"
      ),
      (
        #"{ "productID": "a", "recurringSubscriptionPeriod": "P5D" }"#,
        "expected a period from P1W to P1Y, found 'P5D'"
      ),
      (
        #"{ "productID": "a", "displayPrice": "$4.99" }"#,
        "expected a 'displayPrice' such as 4.99, found '$4.99'"
      ),
      (
        #"{ "productID": "a", "introductoryOffer": { "paymentMode": "later" } }"#,
        "expected a payment mode 'free', 'payUpFront' or 'payAsYouGo', found 'later'"
      ),
      (
        #"{ "productID": "a", "winbackOffers": [{ "offerID": "b", "paymentMode": "free" }] }"#,
        "expected a period from P3D to P1Y, found 'none'"
      ),
    ]
  )
  func faults(products: String, message: String) throws {
    try expectFault(message, group: "1", products)
  }

  @Test("refuses a group without an identifier")
  func group() throws {
    let product = #"{ "productID": "a" }"#
    try expectFault("expected an identifier, found an empty string", group: "", product)
  }

  private func expectFault(_ message: String, group: String, _ products: String) throws {
    try directory.write(
      #"{ "version": { "major": 4 }, "subscriptionGroups": [{ "id": "\#(group)", "#
        + #""subscriptions": [\#(products)] }] }"#,
      to: "Products.storekit"
    )
    let run = CommandRun([
      "new", directory.path("offers"), "--from", directory.path("Products.storekit"),
    ])
    #expect(run.status == .badData)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(try directory.names() == ["Products.storekit"])
  }
}
