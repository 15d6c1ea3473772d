import Foundation
import Testing
import WinBackFiles

@Suite("The project file")
struct ProjectFileTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = TemporaryDirectory([
      "winback.json": """
      { "catalog": "catalog.json", "histories": ["alice.json"], "live": "catalog.json",
        "policies": { "waitStart": "redemption", "timeZone": "-08:00" } }
      """
    ])
    for name in ["catalog.json", "alice.json"] { try directory.write(Samples.text(name), to: name) }
    try directory.makeDirectory("sub")
  }

  private func run(_ arguments: [String], input: String = "") -> CommandRun {
    let words = [arguments[0], "-p", directory.path("winback.json")] + arguments.dropFirst()
    return CommandRun(words, on: InMemoryConsole(input: input)).removing("\(directory.path())/")
  }

  /// Names on the command line what the project file of these tests says.
  private var named: [String] {
    [directory.path("alice.json"), "-c", directory.path("catalog.json")]
  }

  @Test(
    "says what the command line leaves out, for every command that reads customers",
    arguments: [
      ["evaluate", "--json"], ["score"], ["forecast", "--csv"], ["audit", "--json"], ["report"],
      ["plan", "--offer", "basic_1m_free", "--csv"],
    ]
  )
  func everyCommand(arguments: [String]) {
    let asOf = ["--as-of", "2024-12-20"]
    let policies = ["--policy", "waitStart=redemption", "--policy", "timeZone=-08:00"]
    let expected = CommandRun([arguments[0]] + named + arguments.dropFirst() + asOf + policies)
      .removing("\(directory.path())/")
    let found = run(arguments + asOf)
    #expect(found.output == expected.output)
    #expect(found.status == expected.status)
    #expect(found.errors == "using 'winback.json'\n" + expected.errors)
  }

  @Test("gives way to what the command line names, policy by policy")
  func commandLine() {
    let asOf = ["--as-of", "2024-12-20", "--brief"]
    let overridden = run(["evaluate", "--policy", "waitStart=offerPeriodEnd"] + asOf)
    let expected = CommandRun(
      ["evaluate"] + named + [
        "--policy", "waitStart=offerPeriodEnd", "--policy", "timeZone=-08:00",
      ] + asOf
    )
    #expect(overridden.output == expected.output)
    let others = run(["score", "-", "--quiet"], input: ScoreSamples.bob)
    #expect(others.output.hasPrefix(#"{"customerId":"bob""#))
    #expect(others.errors.isEmpty)
  }

  @Test(
    "is found in the current folder and above",
    .enabled(if: ShellProcess.winback != nil, "winback is not built"),
    arguments: [("", "winback.json"), ("sub", "../winback.json")]
  )
  func search(folder: String, file: String) throws {
    let run = try ShellProcess(
      #require(ShellProcess.winback),
      ["evaluate", "--as-of", "2024-12-20", "--brief"],
      directory: directory.path(folder)
    )
    #expect(run.errors == "using '\(file)'\n")
    #expect(run.output.contains("alice can redeem "))
  }

  @Test(
    "that is not right is an error with its place",
    arguments: [
      (
        "{ \"catalog\": \"catalog.json\", \"polices\": {} }",
        "winback.json:1:30: error: unknown key 'polices'; did you mean 'policies'? (at polices)\n"
      ),
      (
        "{ \"catalog\": \"catalog.json\", \"environment\": \"Sandbx\" }",
        "winback.json: error: option '--environment' expects 'Production', 'Sandbox', 'Xcode' or "
          + "'LocalTesting', found 'Sandbx'; did you mean 'Sandbox'?\n"
      ),
      (
        "{ \"catalog\": \"catalog.json\", \"customerKey\": \"token\" }",
        "winback.json:1:45: error: unknown value 'token'; expected one of 'appAccountToken', "
          + "'appTransactionId', 'originalTransactionId' (at customerKey)\n"
      ),
    ]
  )
  func faults(text: String, message: String) throws {
    try directory.write(text, to: "winback.json")
    #expect(run(["score", "-"]) == CommandRun(status: .badData, errors: message))
  }

  @Test("with a wrong policy is at fault, and not the command line")
  func wrongPolicy() throws {
    let text = #"{ "catalog": "catalog.json", "policies": { "waitStrat": "redemption" } }"#
    try directory.write(text, to: "winback.json")
    let message = "expected the name of a policy, found 'waitStrat'; did you mean 'waitStart'?"
    #expect(
      run(["score", "-", "--quiet"])
        == CommandRun(status: .badData, errors: "winback.json: error: \(message)\n")
    )
    try directory.write(#"{ "catalog": "catalog.json" }"#, to: "winback.json")
    let typed = run(["score", "-", "--quiet", "--policy", "waitStrat=redemption"])
    #expect(typed.status == .wrongUsage)
    #expect(typed.errors.hasPrefix("winback score: error: \(message)\n"))
  }

  @Test("that is named and not there is an error")
  func missing() {
    let run = CommandRun(["score", "-p", directory.path("sub")])
    #expect(run.status == .cannotOpen)
    #expect(run.errors.contains("sub/winback.json': no such file"))
  }
}
