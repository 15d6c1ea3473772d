import Testing
import WinBackFiles

@Suite("How good scenarios are, by winback test")
struct TestQualityTests {
  private let folder = ScenarioFolder.make()

  @Test("coverage tells what no scenario shows, with scenarios that would")
  func coverage() throws {
    try folder.write("one.scenarios.json", days: ["2024-06-01"])
    let run = folder.test(["one.scenarios.json"], ["--coverage"])
    #expect(run.status == .done)
    try expectSnapshot(run.output, "coverage.txt")
    let json = folder.test(["one.scenarios.json"], ["--coverage", "--mutate", "--json"])
    try expectSnapshot(json.output, "quality.json")
  }

  @Test("mutants tell which changes no scenario notices, with scenarios that would")
  func mutants() throws {
    try folder.write("one.scenarios.json", days: ["2024-06-01"])
    let run = folder.test(["one.scenarios.json"], ["--mutate"])
    #expect(run.status == .done)
    try expectSnapshot(run.output, "mutants.txt")
  }

  @Test(
    "too little coverage is a failure, and so are too few changes that are noticed",
    arguments: [
      ("--minimum-coverage", "90", "'catalog.json' to be covered", "42"),
      ("--minimum-mutation", "24", "the changes of 'catalog.json' to be noticed", "23"),
    ]
  )
  func minimum(option: String, tooMuch: String, words: String, found: String) throws {
    try folder.write("one.scenarios.json", days: ["2024-06-01"])
    let junit = ["--junit", folder.path("results.xml")]
    let run = folder.test(["one.scenarios.json"], [option, tooMuch] + junit)
    #expect(run.status == .checkFailed)
    let xml = try folder.read("results.xml")
    #expect(
      xml.contains("<testsuites name=\"winback test\" tests=\"2\" failures=\"1\" errors=\"0\">")
    )
    #expect(xml.contains("<failure message=\"\(found) %, "))
    let message = "winback: error: expected at least \(tooMuch) % of \(words), found \(found) %\n"
    #expect(run.errors == message)
    #expect(folder.test([""], [option, found]).status == .done)
  }

  @Test("too little coverage is an annotation, too")
  func annotation() throws {
    try folder.write("one.scenarios.json", days: ["2024-06-01"])
    let arguments = ["--minimum-coverage", "90", "--github"]
    let run = folder.test(["one.scenarios.json"], arguments)
    #expect(
      run.output.hasSuffix(
        """
        ::error file=one.scenarios.json,line=1,title=winback test::expected at least 90 %25 of \
        'catalog.json' to be covered, found 42 %25

        """
      )
    )
  }

  @Test("a scenario with policies of its own neither helps nor hurts")
  func ownPolicies() throws {
    try folder.write("one.scenarios.json", days: ["2024-06-01"])
    let scenario = """
      { "name": "own", "history": [], "policies": { "waitStart": "redemption" },
        "expect": [ { "asOf": "2024-06-01", "eligible": [] } ] }
      """
    try folder.write(
      "{ \"catalog\": \"catalog.json\", \"scenarios\": [ \(scenario) ] }",
      to: "two.scenarios.json"
    )
    #expect(folder.test([""], ["--minimum-coverage", "42"]).status == .done)
    let alone = folder.test(["two.scenarios.json"], ["--minimum-coverage", "1"])
    #expect(alone.status == .checkFailed)
    #expect(alone.output.contains("coverage of catalog.json: 0 of 26, 0 %"))
  }

  @Test("a generated suite passes, covers everything and notices every change")
  func generation() throws {
    try folder.makeDirectory("suites")
    let path = folder.path("suites/edges.scenarios.json")
    let made = CommandRun([
      "test", "--generate", "--catalog", folder.path("catalog.json"), "--output", path,
    ])
    #expect(made == CommandRun(status: .done))
    let suite = try folder.read("suites/edges.scenarios.json")
    try expectSnapshot(suite, "generated.json")
    let run = folder.test([""], ["--minimum-coverage", "100", "--mutate"])
    #expect(run.status == .done)
    #expect(run.errors == "")
    #expect(run.output.contains("that are noticed: 26 of 26, 100 %"))
    let printed = CommandRun(["test", "--generate", "--catalog", folder.path("catalog.json")])
    #expect(
      printed.output == suite.replacing("../catalog.json", with: folder.path("catalog.json"))
    )
  }

  @Test("a group of more than 250 offers is refused, and may still be tested")
  func tooManyOffers() throws {
    let offers = (0...250).map { number in
      """
      { "offerId": "o\(number)", "offerMode": "FREE_TRIAL", "duration": "ONE_MONTH",
        "startDate": "2024-01-01", "customerEligibilityPaidSubscriptionDurationInMonths": 1,
        "customerEligibilityTimeSinceLastSubscribedInMonths": { "minimum": 1, "maximum": 9 } }
      """
    }
    let catalog = """
      { "subscriptionGroups": [ { "id": "g", "subscriptions": [
        { "productId": "basic.monthly", "winBackOffers": [ \(offers.joined(separator: ",")) ] } ] } ] }
      """
    try folder.write(catalog, to: "catalog.json")
    let scenario = """
      { "name": "none", "history": [], "subscriptionGroupIdentifier": "g",
        "expect": [ { "asOf": "2024-06-01", "eligible": [] } ] }
      """
    try folder.write(
      "{ \"catalog\": \"catalog.json\", \"scenarios\": [ \(scenario) ] }",
      to: "one.scenarios.json"
    )
    let words = "expected at most 250 offers of a group to make scenarios for, found 251 in 'g'\n"
    for option in ["--coverage", "--mutate"] {
      let run = folder.test(["one.scenarios.json"], [option])
      #expect(run.status == .badData)
      #expect(run.errors == "catalog.json: error: " + words)
    }
    let made = CommandRun(["test", "--generate", "--catalog", folder.path("catalog.json")])
    #expect(made.status == .badData)
    #expect(made.errors.hasSuffix("catalog.json: error: " + words))
    #expect(folder.test(["one.scenarios.json"], []).status == .done)
  }

  @Test(
    "wrong usage is told",
    arguments: [
      (["--generate"], "option '--generate' needs '--catalog'"),
      (
        ["--generate", "-c", "c.json", "x"],
        "option '--generate' runs no scenarios, found 'x'"
      ),
      (
        ["--generate", "-c", "c.json", "--json"],
        "options '--generate' and '--json' cannot be used together"
      ),
      (
        ["x", "--minimum-coverage", "101"],
        "option '--minimum-coverage' expects a whole number from 0 to 100, found '101'"
      ),
    ]
  )
  func usage(arguments: [String], message: String) {
    #expect(CommandRun(["test"] + arguments) == .wrongUsage(of: "winback test", message))
  }
}
