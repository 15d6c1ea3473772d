import Foundation
import Testing
import WinBackFiles

/// Catalogs in several files, in each format, and of every command.
@Suite("A catalog")
struct CatalogFilesTests {
  private let directory = TemporaryDirectory()

  private static let attributes = """
    {"offerId":"basic_1m_free","offerMode":"FREE_TRIAL","duration":"ONE_MONTH",\
    "customerEligibilityPaidSubscriptionDurationInMonths":3,\
    "customerEligibilityTimeSinceLastSubscribedInMonths":{"minimum":2,"maximum":24},\
    "customerEligibilityWaitBetweenOffersInMonths":6,\
    "startDate":"2023-01-01","endDate":"2026-12-31"}
    """

  /// What `GET /v1/subscriptions/64/winBackOffers?include=prices` answers.
  private static let offers = """
    {"data":[{"type":"winBackOffers","id":"o","attributes":\(attributes),\
    "relationships":{"prices":{"data":[{"type":"winBackOfferPrices","id":"p"}]}}}],\
    "included":[{"type":"winBackOfferPrices","id":"p",\
    "relationships":{"territory":{"data":{"type":"territories","id":"USA"}}}}],\
    "links":{"self":"https://api.appstoreconnect.apple.com/v1/subscriptions/64/winBackOffers"}}
    """

  /// What `GET /v1/subscriptionGroups/21394321/subscriptions` answers.
  private static let subscriptions = """
    {"data":[{"type":"subscriptions","id":"63","attributes":{"productId":"premium.monthly"},\
    "relationships":{"winBackOffers":{"data":[]}}},\
    {"type":"subscriptions","id":"64","attributes":{"productId":"basic.monthly"}}],"links":{"self":\
    "https://api.appstoreconnect.apple.com/v1/subscriptionGroups/21394321/subscriptions"}}
    """

  /// Lets a project file say what the response does not.
  private func project(_ members: String) throws -> [String] {
    try directory.write("{ \"catalog\": \"offers.json\", \(members) }", to: "winback.json")
    return ["-p", directory.path("winback.json")]
  }

  @Test(
    "is no catalog of another resource or without a subscription, in any command",
    arguments: [
      ["lint"], ["test", "--generate", "--catalog"], ["convert", "--to", "native"],
      ["new", "offers", "--from"], ["compare", "--to", Samples.path("catalog.json"), "--from"],
      ["evaluate", Samples.path("alice.json"), "--catalog"],
    ]
  )
  func stranger(command: [String]) throws {
    let path = directory.path("file.json")
    let faults = [
      (
        #"{"data":[{"type":"customerReviews","id":"r","attributes":{"rating":5}}],"links":{}}"#,
        "1:10: error: expected a catalog of subscriptions and win-back offers, found a resource of "
          + "the type 'customerReviews' (at data[0])"
      ),
      (
        #"{"data":[{"type":"subscriptionGroups","id":"7","attributes":{}}],"links":{}}"#,
        "1:1: error: expected a catalog, found no subscription"
      ),
      (
        #"{"subscriptionGroups":[{"id":"7","subscriptions":[]}]}"#,
        "1:23: error: expected a catalog, found no subscription (at subscriptionGroups)"
      ),
    ]
    for (text, message) in faults {
      try directory.write(text, to: "file.json")
      #expect(
        CommandRun(command + [path])
          == CommandRun(status: .badData, errors: "\(path):\(message)\n")
      )
    }
  }

  @Test("warns of a resource that it does not have, and of a group whose list is missing")
  func unread() throws {
    let group = #"{"type":"subscriptionGroups","id":"7","attributes":{}}"#
    let review = #"{"type":"customerReviews","id":"r","attributes":{"rating":5}}"#
    try directory.write(Self.subscriptions, to: "subscriptions.json")
    try directory.write(#"{"data":[\#(group),\#(review)],"links":{}}"#, to: "others.json")
    let paths = ["subscriptions.json", "others.json"].map { directory.path($0) }
    let run = CommandRun(["convert", "--to", "native"] + paths)
    #expect(run.status == .done)
    #expect(
      run.errors.hasSuffix(
        """
        \(paths[1]):1:10: warning: the subscriptions of the group '7' are not in the input, so they \
        count as none; a response with 'include=subscriptions' has them (at data[0])
        \(paths[1]):1:65: warning: a catalog has no resource of the type 'customerReviews'; it is \
        not read (at data[1])

        """
      )
    )
  }

  @Test(
    "of the App Store Connect API may be several documents, in any order and compressed",
    arguments: [
      ["subscriptions.json", "offers.json"], ["offers.json", "subscriptions.json"],
      ["both.json"], ["offers.json.gz", "subscriptions.json"],
    ]
  )
  func documents(names: [String]) throws {
    try writeDocuments()
    let catalogs = names.flatMap { ["--catalog", directory.path($0)] }
    let run = Self.evaluate(catalogs)
    #expect(run.output == Self.evaluate(["--catalog", Samples.path("catalog.json")]).output)
    #expect(run.errors.isEmpty, "\(run.errors)")
  }

  private static func evaluate(_ catalogs: [String]) -> CommandRun {
    CommandRun(["evaluate", Samples.path("alice.json"), "--as-of", "2025-01-15"] + catalogs)
  }

  @Test(
    "may be the response with offers alone, of every command",
    arguments: [
      ["evaluate", "HISTORY", "-c", "CATALOG"], ["score", "LINES", "-c", "CATALOG"],
      ["forecast", "LINES", "-c", "CATALOG", "--as-of", "2025-01-15", "--by", "month"],
      ["plan", "LINES", "-c", "CATALOG", "--offer", "basic_1m_free", "--group", "21394321"],
      ["report", "HISTORY", "-c", "CATALOG"],
      ["lint", "CATALOG", "--base", "CATALOG"],
      ["compare", "--from", "CATALOG", "--to", "CATALOG"],
      ["test", "SCENARIOS", "-c", "CATALOG"], ["test", "--generate", "-c", "CATALOG"],
      ["convert", "CATALOG", "--to", "native"],
    ]
  )
  func offersAlone(arguments: [String]) throws {
    try writeDocuments()
    let words = arguments.map { word in
      switch word {
      case "CATALOG": directory.path("offers.json")
      case "LINES": directory.path("customers.jsonl")
      case "HISTORY": Samples.path("alice.json")
      case "SCENARIOS": directory.path("native.scenarios.json")
      default: word
      }
    }
    let product = "\"catalogProduct\": \"basic.monthly\""
    let run = try CommandRun(words + project("\(product), \"catalogGroup\": \"21394321\""))
    #expect(run.status == .done, "\(run.errors)\(run.output)")
    let nameless = try CommandRun(words + project(product))
    #expect(nameless.status == .badData)
    #expect(
      nameless.errors.hasSuffix(
        "offers.json:1:10: error: no group is given for the subscription '64': expected the "
          + "response with its group as well, or the group by "
          + (words[0] == "convert" ? "'--group'" : "'catalogGroup' in winback.json")
          + " (at data[0])\n"
      ),
      "\(nameless.errors)"
    )
  }

  @Test("may be the response with offers alone, whose product and group the command line names")
  func named() throws {
    try writeDocuments()
    let words = ["convert", directory.path("offers.json"), "--to", "native"]
    let named = CommandRun(words + ["--product", "basic.monthly", "--group", "21394321"])
    #expect(named.status == .done, "\(named.errors)")
    let both = "\"catalogProduct\": \"basic.monthly\", \"catalogGroup\": \"21394321\""
    #expect(try named.output == CommandRun(words + project(both)).output)
    // The command line comes first.
    let group = try CommandRun(words + ["--group", "7"] + project(both))
    #expect(group.output == named.output.replacing("21394321", with: "7"))
    let path = directory.path("offers.json")
    #expect(
      CommandRun(words + ["--group", "21394321"])
        == CommandRun(
          status: .badData,
          errors: "\(path):1:10: error: no product is given for the subscription '64': expected "
            + "the response with the subscription as well, or its product by '--product' (at data[0])\n"
        )
    )
  }

  @Test(
    "in two files must have each group and each product once, and the message names both places"
  )
  func duplicates() throws {
    let native = Samples.path("catalog.json")
    let text = try Samples.text("catalog.json")
    try directory.write(text, to: "same.json")
    try directory.write(text.replacing(#""21394321""#, with: #""7""#), to: "other.json")
    #expect(
      Self.evaluate(["-c", native, "-c", directory.path("same.json")])
        == CommandRun(
          status: .badData,
          errors: """
            \(directory.path("same.json")):4:13: error: expected each subscription group once, \
            found the id '21394321' again, which \(native):4:13 has, too \
            (at subscriptionGroups[0].id)

            """
        )
    )
    #expect(
      Self.evaluate(["-c", directory.path("other.json"), "-c", native]).errors == """
        \(native):7:24: error: expected each product once, found the productId 'premium.monthly' \
        again, which \(directory.path("other.json")):7:24 has, too \
        (at subscriptionGroups[0].subscriptions[0].productId)

        """
    )
  }

  @Test("is converted as every command reads it: files beside each other, all faults of a file")
  func converted() throws {
    let text = try Samples.text("catalog.json")
    let other = text.replacing("21394321", with: "9").replacing("basic.", with: "other.")
      .replacing("premium.", with: "more.")
    try directory.write(other, to: "other.json")
    let path = directory.path("both.json")
    let files = [Samples.path("catalog.json"), directory.path("other.json")]
    let run = CommandRun(["convert", "--to", "native", "-o", path] + files)
    #expect(run == CommandRun(status: .done))
    let written = try String(contentsOfFile: path, encoding: .utf8)
    #expect(written.contains("\"basic.monthly\"") && written.contains("\"other.monthly\""))
    let wrong = text.replacing("FREE_TRIAL", with: "FREE")
    try directory.write(wrong.replacing("ONE_MONTH", with: "A_MONTH"), to: "wrong.json")
    let faulty = CommandRun(["convert", "--to", "native", directory.path("wrong.json")])
    #expect(faulty.status == .badData)
    #expect(faulty.errors.split(separator: "\n").count > 1, "\(faulty.errors)")
  }

  @Test("in two files has its findings in each of them")
  func findings() throws {
    func write(_ group: String, to name: String) throws {
      let text = try Samples.text("catalog.json").replacing("21394321", with: group)
      try directory.write(
        text.replacing(".monthly", with: ".\(group)").replacing("2026-12-31", with: "2022-12-31"),
        to: name
      )
    }
    try write("1", to: "a.json")
    try write("2", to: "b.json")
    let run = CommandRun(["lint", directory.path("a.json"), directory.path("b.json")])
    #expect(run.status == .checkFailed)
    #expect(run.output.contains("\(directory.path("a.json")):21:26: error: "), "\(run.output)")
    #expect(run.output.contains("\(directory.path("b.json")):21:26: error: "), "\(run.output)")
  }

  @Test(
    "of scenarios may be of any format, named by them or by the command",
    arguments: ["native", "subscriptions and offers", "compressed"]
  )
  func scenarios(name: String) throws {
    try writeDocuments()
    let run = CommandRun(["test", directory.path("\(name).scenarios.json")])
    #expect(run.status == .done, "\(run.output)\(run.errors)")
    let documents = ["subscriptions.json", "offers.json.gz"].flatMap { ["-c", directory.path($0)] }
    let replaced = CommandRun(["test", directory.path("none.scenarios.json")] + documents)
    #expect(replaced.status == .done, "\(replaced.output)\(replaced.errors)")
  }

  @Test("of scenarios cannot be a StoreKit configuration, which has no criteria")
  func storeKit() throws {
    try writeDocuments()
    let path = directory.path("offers.storekit")
    let catalog = Samples.path("catalog.json")
    #expect(CommandRun(["convert", catalog, "--to", "storekit", "-o", path]).status == .done)
    let run = CommandRun(["test", directory.path("native.scenarios.json"), "-c", path])
    let message =
      "\(path):1:1: error: expected a catalog, found a StoreKit configuration, which has no "
      + "criteria of eligibility; 'winback new FOLDER --from FILE' makes a catalog of it\n"
    #expect(run == CommandRun(status: .badData, errors: message))
  }

  @Test("that a suite is made for is one file")
  func generation() {
    let catalog = Samples.path("catalog.json")
    let run = CommandRun(["test", "--generate", "-c", catalog, "-c", catalog])
    let message = "option '--generate' needs one '--catalog', which the suite names, found 2"
    #expect(run == .wrongUsage(of: "winback test", message))
  }

  private func writeDocuments() throws {
    try directory.write(Self.offers, to: "offers.json")
    try directory.write(Self.subscriptions, to: "subscriptions.json")
    try directory.write(Self.subscriptions + "\n" + Self.offers, to: "both.json")
    try directory.write(Samples.text("catalog.json"), to: "catalog.json")
    try directory.write(ScoreSamples.alice, to: "customers.jsonl")
    for name in ["offers.json", "catalog.json"] {
      _ = try ShellProcess("/usr/bin/env", ["gzip", "-k", directory.path(name)])
    }
    let catalogs = [
      "native": "catalog.json", "subscriptions and offers": "both.json",
      "compressed": "catalog.json.gz", "none": "none.json",
    ]
    for (name, catalog) in catalogs {
      try directory.write(
        """
        {"catalog":"\(catalog)","scenarios":[{"name":"gone for a while","storefront":"USA",\
        "history":[{"subscribe":"basic.monthly","on":"2024-01-01","months":3},{"cancel":true}],\
        "expect":[{"asOf":"2024-07-01","eligible":["basic_1m_free"]}]}]}
        """,
        to: "\(name).scenarios.json"
      )
    }
  }
}
