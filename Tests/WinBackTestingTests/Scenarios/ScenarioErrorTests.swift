import Testing
import WinBackTesting

@Suite("A scenario file that is broken")
struct ScenarioErrorTests {
  /// A file around one scenario.
  private static func file(_ scenario: String) -> String {
    """
    { "catalog": "catalog.json", "scenarios": [
    \(scenario) ] }
    """
  }

  private static func file(history: String) -> String {
    file(
      #"{ "name": "one", "expect": [ { "asOf": "2024-06-01", "eligible": [] } ], "history": ["#
        + "\n\(history) ] }"
    )
  }

  private static func file(expect: String) -> String {
    file("{ \"name\": \"one\", \"history\": [], \"expect\": [\n\(expect) ] }")
  }

  static let cases: [(json: String, message: String)] = [
    (
      "{", "x.scenarios.json:1:2: the file ends early: expected a key in double quotes or '}'"
    ),
    ("{}", "x.scenarios.json:1:1: the key 'catalog' is missing"),
    (
      #"{ "catalog": "catalog.json", "scenario": [] }"#,
      "x.scenarios.json:1:30: unknown key 'scenario'; did you mean 'scenarios'? (at scenario)"
    ),
    (
      #"{ "catalog": "catlog.json", "scenarios": [] }"#,
      "x.scenarios.json:1:14: cannot open 'catlog.json': no such file (at catalog)"
    ),
    (
      #"{ "catalog": "broken.json", "scenarios": [] }"#,
      "broken.json:1:2: the file ends early: expected a key in double quotes or '}'"
    ),
    (
      #"{ "catalog": "catalog.json", "policies": { "waitStrt": "redemption" }, "scenarios": [] }"#,
      "x.scenarios.json:1:44: expected the name of a policy, found 'waitStrt'; "
        + "did you mean 'waitStart'? (at policies.waitStrt)"
    ),
    (
      #"{ "catalog": "catalog.json", "storefront": "usa", "scenarios": [] }"#,
      "x.scenarios.json:1:44: expected a storefront such as 'USA', found 'usa'; "
        + "did you mean 'USA'? (at storefront)"
    ),
    (
      file(
        #"{ "name": "one", "history": [], "expect": [ { "asOf": "2024-06-01", "eligible": [] } ] },"#
          + "\n"
          + #"{ "name": "one", "history": [], "expect": [ { "asOf": "2024-06-01", "eligible": [] } ] }"#
      ),
      "x.scenarios.json:3:1: expected each name once, found 'one' again (at scenarios[1])"
    ),
    (
      file(#"{ "name": "one", "history": [], "expect": [] }"#),
      "x.scenarios.json:2:43: expected an expectation, found none (at scenarios[0].expect)"
    ),
    (
      file(#"{ "name": "one", "expect": [ { "asOf": "2024-06-01", "eligible": [] } ] }"#),
      "x.scenarios.json:2:1: the key 'history' is missing (at scenarios[0])"
    ),
    (
      file(
        #"{ "name": "one", "history": [], "timeline": "alice.json", "expect": [ { "asOf": "2024-06-01", "eligible": [] } ] }"#
      ),
      "x.scenarios.json:2:29: expected no 'history', because 'timeline' contains it "
        + "(at scenarios[0].history)"
    ),
    (
      file(
        #"{ "name": "one", "timeline": "customers.jsonl", "expect": [ { "asOf": "2024-06-01", "eligible": [] } ] }"#
      ),
      "x.scenarios.json:2:30: expected 'customerId' with a file of several customers, found none "
        + "(at scenarios[0].timeline)"
    ),
    (
      file(
        #"{ "name": "one", "timeline": "customers.jsonl", "customerId": "alise", "expect": [ { "asOf": "2024-06-01", "eligible": [] } ] }"#
      ),
      "x.scenarios.json:2:30: expected the customer 'alise' in 'customers.jsonl', found none; "
        + "did you mean 'alice'? (at scenarios[0].timeline)"
    ),
    (
      file(expect: #"{ "asOf": "2024-06-01", "storefronts": [], "eligible": [] }"#),
      "x.scenarios.json:3:40: expected a storefront, found none "
        + "(at scenarios[0].expect[0].storefronts)"
    ),
    (
      file(expect: #"{ "asOf": "2024-06-01", "exceptStorefronts": ["UK"], "eligible": [] }"#),
      "x.scenarios.json:3:47: expected a storefront such as 'USA', found 'UK'; did you mean 'GBR'? "
        + "(at scenarios[0].expect[0].exceptStorefronts[0])"
    ),
    (
      file(expect: #"{ "asOf": "2024-06-01", "storefronts": ["USS"], "eligible": [] }"#),
      "x.scenarios.json:3:41: expected a storefront such as 'USA', found 'USS'; did you mean 'USA'? "
        + "(at scenarios[0].expect[0].storefronts[0])"
    ),
    (
      file(
        expect: #"""
          { "asOf": "2024-06-01", "storefronts": ["USA"], "exceptStorefronts": ["JPN"], "eligible": [] }
          """#
      ),
      "x.scenarios.json:3:70: expected either 'storefronts' or 'exceptStorefronts', found both "
        + "(at scenarios[0].expect[0].exceptStorefronts)"
    ),
    (
      file(expect: #"{ "asOf": "2024-06-01" }"#),
      "x.scenarios.json:3:1: expected a key such as 'eligible' that expects something, found none "
        + "(at scenarios[0].expect[0])"
    ),
    (
      file(expect: #"{ "asOf": "2024-06-01", "facts": {}, "because": {} }"#),
      "x.scenarios.json:3:1: expected a key such as 'eligible' that expects something, found none "
        + "(at scenarios[0].expect[0])"
    ),
    (
      file(expect: #"{ "asOf": "2024-06-31", "eligible": [] }"#),
      "x.scenarios.json:3:20: 2024-06-31 does not exist: June 2024 has 30 days "
        + "(at scenarios[0].expect[0].asOf)"
    ),
    (
      file(expect: #"{ "asOf": "2024-06-01", "eligible": ["loyal", "loyal"] }"#),
      "x.scenarios.json:3:47: expected each name once, found 'loyal' again "
        + "(at scenarios[0].expect[0].eligible[1])"
    ),
    (
      file(expect: #"{ "asOf": "2024-06-01", "facts": { "paidMonth": 3 } }"#),
      "x.scenarios.json:3:36: expected a fact, found 'paidMonth'; did you mean 'paidMonths'? "
        + "(at scenarios[0].expect[0].facts.paidMonth)"
    ),
    (
      file(history: #"{ "subscrib": "basic", "on": "2024-01-01" }"#),
      "x.scenarios.json:3:3: expected a verb, found 'subscrib'; did you mean 'subscribe'? "
        + "(at scenarios[0].history[0].subscrib)"
    ),
    (
      file(history: #"{ "subscribe": "basic", "at": "2024-01-01" }"#),
      "x.scenarios.json:3:25: unknown key 'at'; expected 'subscribe', 'on', 'months', 'periods', "
        + "'freeTrial' or 'offer' (at scenarios[0].history[0].at)"
    ),
    (
      file(history: #"{ "subscribe": "basic" }"#),
      "x.scenarios.json:3:1: the key 'on' is missing (at scenarios[0].history[0])"
    ),
    (
      file(history: #"{ "cancel": true, "renew": 1 }"#),
      "x.scenarios.json:3:1: expected one verb, found 'cancel' and 'renew' "
        + "(at scenarios[0].history[0])"
    ),
    (
      file(history: #"{ "cancel": false }"#),
      "x.scenarios.json:3:13: expected true, found false; leave the event out "
        + "(at scenarios[0].history[0].cancel)"
    ),
    (
      file(history: #"{ "subscribe": "basic", "on": "2024-01-01", "months": 1, "periods": 1 }"#),
      "x.scenarios.json:3:55: expected either 'months' or 'periods', found both "
        + "(at scenarios[0].history[0].months)"
    ),
  ]

  @Test("is told with place, expected, found and nearest name", arguments: cases)
  func errors(json: String, message: String) {
    let error = #expect(throws: ScenarioFile.Fault.self) { try ScenarioFiles().suite(json) }
    #expect(error.map { "\($0.file):\($0.error)" } == message)
  }

  static let misfits: [(json: String, message: String)] = [
    (
      file(expect: #"{ "asOf": "2024-06-01", "eligible": ["free_moth"] }"#),
      "x.scenarios.json:3:38: expected an offer of the catalog, found 'free_moth'; "
        + "did you mean 'free_month'? (at scenarios[0].expect[0].eligible[0])"
    ),
    (
      file(expect: #"{ "asOf": "2024-06-01", "because": { "loyal": ["wait"] } }"#),
      "x.scenarios.json:3:48: expected a rule or a reason of the rule set, found 'wait'; did you mean "
        + "'wait-between-offers'? (at scenarios[0].expect[0].because.loyal[0])"
    ),
    (
      file(expect: #"{ "asOf": "2024-06-01", "because": { "loyal": ["wait-between-ofers"] } }"#),
      "x.scenarios.json:3:48: expected a rule or a reason of the rule set, found "
        + "'wait-between-ofers'; did you mean 'wait-between-offers'? "
        + "(at scenarios[0].expect[0].because.loyal[0])"
    ),
    (
      file(history: #"{ "subscribe": "basc", "on": "2024-01-01" }"#),
      "x.scenarios.json:3:16: expected a product of the catalog, found 'basc'; "
        + "did you mean 'basic'? (at scenarios[0].history[0].subscribe)"
    ),
    (
      file(
        history:
          #"{ "subscribe": "basic", "on": "2024-01-01" }, { "cancel": true, "on": "2025-01-01" }"#
      ),
      "x.scenarios.json:3:71: expected a date within the current period, from 2024-01-01 to "
        + "2024-02-01, found 2025-01-01 (at scenarios[0].history[1].on)"
    ),
    (
      file(
        history: #"{ "subscribe": "basic", "on": "2024-01-01" }, { "cancel": true },"#
          + #" { "redeem": "free_month", "on": "2024-06-01" }"#
      ),
      "x.scenarios.json:3:79: expected an offer that the customer is eligible for on 2024-06-01, found "
        + "'free_month'; paid-duration: the customer has paid 1 month, and the offer asks for 3 "
        + "(at scenarios[0].history[2].redeem)"
    ),
  ]

  @Test(
    "fails where it does not fit the catalog, with place, expected, found and nearest name",
    arguments: misfits
  )
  func doesNotFit(json: String, message: String) throws {
    let scenario = try #require(try ScenarioFiles().suite(json).scenarios.first)
    #expect(!scenario.run().passed)
    #expect(scenario.faults.map { "\(scenario.file):\($0)" } == [message])
  }

  @Test("is told whole: no error hides another one")
  func severalErrors() throws {
    let scenarios = [
      #"{ "name": "one", "history": [ { "subscrib": "basic" }, { "cancl": true } ], "#
        + #""expect": [ { "asOf": "today", "eligible": [] } ] }"#,
      #"{ "name": "two", "history": [], "expect": [ { "asOf": "2024-06-01", "eligible": [] } ] }"#,
      #"{ "name": "three", "history": [], "expct": [] }"#,
    ]
    let suite = try ScenarioFiles().read(Self.file(scenarios.joined(separator: ",\n")))
    #expect(suite.scenarios.map(\.name) == ["two"])
    #expect(
      suite.errors.map(\.error.description) == [
        "2:33: expected a verb, found 'subscrib'; did you mean 'subscribe'? "
          + "(at scenarios[0].history[0].subscrib)",
        "2:58: expected a verb, found 'cancl'; did you mean 'cancel'? "
          + "(at scenarios[0].history[1].cancl)",
        "2:100: expected a digit of the year, found 't' (at scenarios[0].expect[0].asOf)",
        "4:35: unknown key 'expct'; did you mean 'expect'? (at scenarios[2].expct)",
      ]
    )
  }

  @Test("has a hundred errors at most, so that many broken scenarios take no long time")
  func manyErrors() throws {
    let broken = Array(repeating: #"{ "name": 1 }"#, count: 300).joined(separator: ",\n")
    let suite = try ScenarioFiles().read(Self.file(broken))
    #expect(suite.errors.count == 101)
    let last = try #require(suite.errors.last?.error.message)
    #expect(last.hasPrefix("expected at most 100 errors in a file, found more"))
  }

  @Test("names files relative to its own folder, unless their path is absolute")
  func folders() throws {
    var files = ScenarioFiles()
    files.files["a/b/catalog.json"] = ScenarioFiles.catalog
    files.files["/c.json"] = ScenarioFiles.catalog
    let relative = #"{ "catalog": "catalog.json", "scenarios": [] }"#
    let absolute = #"{ "catalog": "/c.json", "scenarios": [] }"#
    files.files["catalog.json"] = nil
    #expect(try files.suite(relative, named: "a/b/x.scenarios.json").scenarios.isEmpty)
    #expect(try files.suite(absolute, named: "a/b/x.scenarios.json").scenarios.isEmpty)
    #expect(throws: ScenarioFile.Fault.self) { try files.suite(relative) }
  }
}
