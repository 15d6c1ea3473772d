import TestSupport
import Testing
import WinBackFiles

@Suite("Results of score")
struct ScoreResultTests {
  @Test("are a line for each customer, in the order of the input, and a summary that adds up")
  func lines() {
    let customers = [
      ScoreSamples.bob, ScoreSamples.alice, "", ScoreSamples.undetermined, "  \r",
      ScoreSamples.line(of: "several-groups.json"),
    ]
    let run = ScoreSamples.score(customers.joined(separator: "\n"))
    #expect(run.status == .done)
    #expect(
      run.output == """
        {"customerId":"bob","subscriptionGroupIdentifier":"","eligibleWinBackOfferIDs":[]}
        {"customerId":"alice","subscriptionGroupIdentifier":"21394321",\
        "eligibleWinBackOfferIDs":["basic_1m_free"]}
        {"customerId":"undetermined","subscriptionGroupIdentifier":"21394321",\
        "eligibleWinBackOfferIDs":[],"undeterminedWinBackOfferIDs":["basic_1m_free"]}
        {"customerId":"several groups","subscriptionGroupIdentifier":"21394321",\
        "eligibleWinBackOfferIDs":["basic_1m_free"]}
        {"customerId":"several groups","subscriptionGroupIdentifier":"555",\
        "eligibleWinBackOfferIDs":[]}

        """
    )
    #expect(
      run.errors == """
        6 lines read: 4 scored, 0 rejected, 2 blank
        5 lines of results
        eligible for basic_1m_free  2  (1 undetermined)
        <standard input>: warning: the catalog lacks the product 'basic.monthy': 1 of 15 transactions, \
        6.7 %; did you mean 'basic.monthly'?
        <standard input>: warning: the catalog lacks the product 'lifetime': 1 of 15 transactions, 6.7 %
        <standard input>: warning: the catalog lacks the product 'news.yearly': 1 of 15 transactions, \
        6.7 %
        <standard input>: warning: 2 transactions skipped: no group has their product
        <standard input>: warning: the catalog lacks the subscription group '555': 1 of 5 timelines, \
        20.0 %

        """
    )
  }

  @Test("depend on prices where a rule reads them", arguments: [4990, 4991])
  func prices(price: Int) {
    let run = ScoreSamples.score(
      """
      {"customerId":"cheap","transactions":[{"productId":"premium.monthly","price":\(price),\
      "purchaseDate":"2024-01-01","expiresDate":"2024-09-01","storefront":"USA"}],\
      "renewalInfo":{"autoRenewStatus":0}}
      """,
      ["--rules", PackageFiles.path("Examples/Recipes/rules/cheaper.json"), "--quiet"],
      catalog: PackageFiles.path("Examples/DestinationVideo/catalog.json")
    )
    let halfPrice = price == 4990 ? "" : #""premium_3m_half_price","#
    #expect(run.output.contains("[\(halfPrice)\"premium_2w_free\"]"), "\(run)")
  }

  @Test("of nobody are nothing, or the header alone")
  func nobody() {
    let warning = "<standard input>: warning: expected customers, found an empty input\n"
    let summary = """
      0 lines read: 0 scored, 0 rejected
      0 lines of results
      eligible for basic_1m_free  0

      """
    #expect(ScoreSamples.score("") == CommandRun(status: .done, errors: warning + summary))
    let header = "customerId,subscriptionGroupIdentifier,eligibleWinBackOfferIDs\n"
    #expect(
      ScoreSamples.score("", ["--csv", "--quiet"])
        == CommandRun(status: .done, output: header, errors: warning)
    )
  }

  @Test("count customers who are left out, too")
  func leftOut() {
    let customers = [ScoreSamples.bob, ScoreSamples.alice, ScoreSamples.undetermined]
    let offer = ["--offer", "basic_1m_free"]
    let run = ScoreSamples.score(customers.joined(separator: "\n"), offer)
    #expect(
      run.errors == """
        3 lines read: 3 scored, 0 rejected
        1 line of results
        eligible for basic_1m_free  1  (1 undetermined)

        """
    )
  }

  @Test(
    "tell the end of each open window up to a date, which counts as a whole",
    arguments: [
      ("2026-10-15", "2026-10-15T00:00:00.000Z"), ("2026-10-14", nil),
      ("2026-10-15T00:00:00Z", "2026-10-15T00:00:00.000Z"), ("2026-10-14T23:59:59.999Z", nil),
      ("9999-12-31", "2026-10-15T00:00:00.000Z"),
    ]
  )
  func until(date: String, end: String?) {
    let json = ScoreSamples.score(ScoreSamples.alice + "\n" + ScoreSamples.bob, ["--until", date])
    #expect(
      json.output == """
        {"customerId":"alice","subscriptionGroupIdentifier":"21394321",\
        "eligibleWinBackOfferIDs":["basic_1m_free"],"eligibleThrough":[\(end.map { "\"\($0)\"" } ?? "null")]}
        {"customerId":"bob","subscriptionGroupIdentifier":"","eligibleWinBackOfferIDs":[],\
        "eligibleThrough":[]}

        """
    )
    let csv = ScoreSamples.score(ScoreSamples.alice, ["--until", date, "--csv"])
    #expect(
      csv.output == """
        customerId,subscriptionGroupIdentifier,eligibleWinBackOfferIDs,eligibleThrough
        alice,21394321,basic_1m_free,\(end ?? "")

        """
    )
  }

  @Test("tell the verdict on each offer, the rules that fail and the next change with details")
  func details() {
    let customers = [ScoreSamples.alice, ScoreSamples.line(of: "wrong-storefront.json")]
    let run = ScoreSamples.score(customers.joined(separator: "\n"), ["--details"])
    #expect(
      run.output == """
        {"customerId":"alice","subscriptionGroupIdentifier":"21394321",\
        "eligibleWinBackOfferIDs":["basic_1m_free"],"offers":[{"kind":"winBack","offerId":"basic_1m_free",\
        "verdict":"eligible","failedRules":[],"changesAt":"2026-10-15T00:00:00.001Z"}]}
        {"customerId":"wrong-storefront","subscriptionGroupIdentifier":"21394321",\
        "eligibleWinBackOfferIDs":[],"offers":[{"kind":"winBack","offerId":"basic_1m_free",\
        "verdict":"ineligible","failedRules":["territory"],"changesAt":null}]}

        """
    )
  }

  @Test(
    "are a row for each offer with the window that is open or the next, where that is asked for"
  )
  func long() {
    let customers = [
      ScoreSamples.alice, ScoreSamples.line(of: "wrong-storefront.json"), ScoreSamples.bob,
      ScoreSamples.undetermined, #"{"customerId":"=1,","transactions":[]}"#,
    ]
    let input = customers.joined(separator: "\n")
    let run = ScoreSamples.score(input, ["--long"])
    #expect(
      run.output == """
        customerId,subscriptionGroupIdentifier,offerId,verdict,failedRule,eligibleFrom,eligibleThrough
        alice,21394321,basic_1m_free,eligible,,2025-01-15T00:00:00.000Z,2026-10-15T00:00:00.000Z
        wrong-storefront,21394321,basic_1m_free,ineligible,territory,,
        bob,,,,,,
        undetermined,21394321,basic_1m_free,undetermined,,,
        "=1,",,,,,,

        """
    )
    #expect(run.errors.contains("5 lines read: 5 scored, 0 rejected\n5 lines of results\n"))
  }

  @Test("are CSV that any reader takes, whatever is in the names")
  func csv() throws {
    let catalog = try Samples.text("catalog.json").replacing("basic_1m_free", with: #"a,\"b\""#)
    let customers = [
      ScoreSamples.alice(named: #"Alice, \"the first\""#), ScoreSamples.alice(named: #"a\nb"#),
      ScoreSamples.alice(named: ""), ScoreSamples.bob,
    ]
    let directory = TemporaryDirectory()
    try directory.write(catalog, to: "catalog.json")
    let run = ScoreSamples.score(
      customers.joined(separator: "\n"),
      ["--csv", "--quiet"],
      catalog: directory.path("catalog.json")
    )
    #expect(
      run.output == #"""
        customerId,subscriptionGroupIdentifier,eligibleWinBackOfferIDs
        "Alice, ""the first""",21394321,"a,""b"""
        "a
        b",21394321,"a,""b"""
        ,21394321,"a,""b"""
        bob,,

        """#
    )
  }

  @Test(
    "are CSV in which the offers of a list can be told apart",
    arguments: [
      ("a;b", #""""a;b""""#), (#"\"a"#, #""""""""a""""#), ("a'b", "a'b"), (";", #"""";""""#),
    ]
  )
  func lists(name: String, field: String) throws {
    let catalog = try Samples.text("catalog.json").replacing("basic_1m_free", with: name)
    let directory = TemporaryDirectory()
    try directory.write(catalog, to: "catalog.json")
    let run = ScoreSamples.score(
      ScoreSamples.alice,
      ["--csv", "--quiet"],
      catalog: directory.path("catalog.json")
    )
    #expect(run.output.hasSuffix(",21394321,\(field)\n"))
  }

  @Test("are the same with a byte order mark, either line end, and a last line that has none")
  func lineEnds() {
    let expected = ScoreSamples.score("\(ScoreSamples.alice)\n\(ScoreSamples.bob)\n")
    for input in [
      "\u{FEFF}\(ScoreSamples.alice)\n\(ScoreSamples.bob)\n",
      "\u{FEFF}\(ScoreSamples.alice)\n\u{FEFF}\(ScoreSamples.bob)\n",
      "\(ScoreSamples.alice)\r\n\(ScoreSamples.bob)\r\n",
      "\(ScoreSamples.alice)\n\(ScoreSamples.bob)",
    ] {
      #expect(ScoreSamples.score(input) == expected)
    }
  }

  /// Customers of whom one is eligible, one is not known to be, and one is not.
  private static let three = [ScoreSamples.alice, ScoreSamples.undetermined, ScoreSamples.bob]
    .joined(separator: "\n")

  @Test("are those of the customers who are eligible for an offer that is asked for")
  func offer() {
    let all = ScoreSamples.score(Self.three, ["-q"]).output.split(separator: "\n")
    let one = ScoreSamples.score(Self.three, ["-q", "--offer", "basic_1m_free"])
    #expect(one.status == .done)
    #expect(one.output == all[0] + "\n")
    let long = ScoreSamples.score(Self.three, ["-q", "--long", "--offer", "basic_1m_free"])
    #expect(long.output.split(separator: "\n").dropFirst().count == 2)
    let unknown = ScoreSamples.score(Self.three, ["--offer", "basic_1m_fre"])
    let message = "the catalog has no offer 'basic_1m_fre'; did you mean 'basic_1m_free'?"
    #expect(unknown == .wrongUsage(of: "winback score", message))
  }

  @Test("have undetermined offers in a last column of CSV if that is asked for")
  func undeterminedColumn() {
    let run = ScoreSamples.score(Self.three, ["-q", "--csv", "--details"])
    let plain = ScoreSamples.score(Self.three, ["-q", "--csv"]).output.split(separator: "\n")
    let lines = run.output.split(separator: "\n")
    let column = ["undeterminedWinBackOfferIDs", "", "basic_1m_free", ""]
    #expect(lines.map(String.init) == zip(plain, column).map { "\($0),\($1)" })
  }
}
