import Foundation
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
    let json = folder.test(["one.scenarios.json"], ["--coverage", "--json"])
    try expectSnapshot(json.output, "quality.json")
  }

  /// Runs the scenarios of the folder with what its project file requires.
  private func test(_ minimum: String, _ arguments: [String] = []) throws -> CommandRun {
    try folder.write("{ \"catalog\": \"catalog.json\", \(minimum) }", to: "winback.json")
    return CommandRun(["test", "-p", folder.path()] + arguments)
      .removing("using '\(folder.path("winback.json"))'\n").removing("\(folder.path())/")
  }

  @Test(
    "too little coverage is a failure, and so are too few changes that are noticed",
    arguments: [
      ("minimumCoverage", "90", "'catalog.json' to be covered", "42"),
      ("minimumMutation", "24", "the changes of 'catalog.json' to be noticed", "23"),
    ]
  )
  func minimum(key: String, tooMuch: String, words: String, found: String) throws {
    try folder.write("one.scenarios.json", days: ["2024-06-01"])
    let report = ["--report", "junit:\(folder.path("results.xml"))"]
    let run = try test("\"\(key)\": \(tooMuch)", report)
    #expect(run.status == .checkFailed)
    let xml = try folder.read("results.xml")
    #expect(
      xml.contains("<testsuites name=\"winback test\" tests=\"2\" failures=\"1\" errors=\"0\">")
    )
    #expect(xml.contains("<failure message=\"\(found) %, "))
    let message = "winback: error: expected at least \(tooMuch) % of \(words), found \(found) %\n"
    #expect(run.errors == message)
    #expect(try test("\"\(key)\": \(found)").status == .done)
    // A part of the scenarios cannot cover what all of them must.
    #expect(try test("\"\(key)\": \(tooMuch)", ["--filter", "a"]).errors == "")
  }

  @Test("too little coverage is an annotation, too")
  func annotation() throws {
    try folder.write("one.scenarios.json", days: ["2024-06-01"])
    let run = try test("\"minimumCoverage\": 90", ["--report", "github"])
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
    #expect(try test("\"minimumCoverage\": 42").status == .done)
    let alone = folder.test(["two.scenarios.json"], ["--coverage"])
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
    let run = folder.test([""], ["--coverage"])
    #expect(run.status == .done)
    #expect(run.errors == "")
    #expect(run.output.contains("that are noticed: 26 of 26, 100 %"))
    let printed = CommandRun(["test", "--generate", "--catalog", folder.path("catalog.json")])
    #expect(
      printed.output == suite.replacing("../catalog.json", with: folder.path("catalog.json"))
    )
  }

  @Test("a generated suite names its catalog so that it is found from where the suite is")
  func places() throws {
    // The same catalog, as it is seen from the folder in which the tests run.
    let here = FileManager.default.currentDirectoryPath.split(separator: "/").map { _ in "../" }
    let catalog = here.joined() + folder.path("catalog.json").dropFirst()
    let path = folder.path("elsewhere.scenarios.json")
    #expect(CommandRun(["test", "--generate", "-c", catalog, "-o", path]).status == .done)
    #expect(folder.test(["elsewhere.scenarios.json"], []).status == .done)
  }

  @Test("a catalog without offers of the kind makes no suite in silence")
  func nothing() throws {
    let made = CommandRun([
      "test", "--generate", "-c", folder.path("catalog.json"), "--kind", "promotional",
    ])
    #expect(made.status == .done)
    #expect(
      made.errors
        == "winback: warning: expected offers to make scenarios for, found no promotional offers\n"
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
    let run = folder.test(["one.scenarios.json"], ["--coverage"])
    #expect(run.status == .badData)
    #expect(run.errors == "catalog.json: error: " + words)
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
        "expected '--generate' or '--json', found both"
      ),
      (
        ["x", "--report", "junit"],
        "option '--report' expects 'junit:FILE' or 'github', found 'junit'; did you mean 'junit:FILE'?"
      ),
      (
        ["x", "--report", "sarif:a"],
        "option '--report' expects 'junit:FILE' or 'github', found 'sarif:a'"
      ),
    ]
  )
  func usage(arguments: [String], message: String) {
    #expect(CommandRun(["test"] + arguments) == .wrongUsage(of: "winback test", message))
  }
}
