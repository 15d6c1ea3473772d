import Testing
import WinBackFiles

@Suite("What is required of an input")
struct RequirementTests {
  private static let lines = [
    ScoreSamples.alice, ScoreSamples.undetermined, ScoreSamples.bob, ScoreSamples.bob, "?",
    ScoreSamples.alice(named: "eve").replacing("basic.monthly", with: "unlike-anything"),
  ]

  private func run(_ requirements: [String], _ more: [String] = ["--allow-rejects", "1"])
    -> CommandRun
  {
    let run = ScoreSamples.score(
      Self.lines.joined(separator: "\n"),
      requirements.flatMap { ["--require", $0] } + more + ["-q"]
    )
    let errors = run.errors.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("warning: ") && !$0.contains(":5:1: ") }
    return CommandRun(
      status: run.status,
      output: run.output,
      errors: errors.joined(separator: "\n")
    )
  }

  @Test(
    "ends a run with status 1 and says what was found; the results are complete",
    arguments: [
      ("customers=6", "expected at least 6 customers, found 5"),
      ("repeated=0", "expected at most 0 lines of customers who were read before, found 1 of 5"),
      (
        "repeated=19%", "expected at most 19% lines of customers who were read before, found 1 of 5"
      ),
      ("rejected=0", "expected at most 0 rejected lines, found 1 of 6"),
      (
        "undetermined=10%",
        "expected at most 10% timelines with an undetermined offer, found 1 of 5"
      ),
      (
        "unknown-products=1",
        "expected at most 1 transactions of products that the catalog lacks, found 6 of 18"
      ),
    ]
  )
  func unfulfilled(requirement: String, message: String) {
    let found = run([requirement])
    #expect(found.status == .checkFailed)
    #expect(found.errors == "<standard input>: error: \(message)\n")
    #expect(found.output == run([]).output)
  }

  @Test(
    "changes nothing if the input fulfils it",
    arguments: [
      "customers=5", "repeated=1", "repeated=20%", "rejected=1", "skipped=0", "undetermined=1",
      "unknown-products=90%",
    ]
  )
  func fulfilled(requirement: String) { #expect(run([requirement]) == run([])) }

  @Test("can be several things, of which each that is missing is named")
  func several() {
    let found = run(["customers=9", "repeated=0", "skipped=0"])
    #expect(found.status == .checkFailed)
    #expect(found.errors.split(separator: "\n").count == 2)
  }

  @Test("allows rejected lines up to its limit, and status 65 comes first if fewer are allowed")
  func rejected() {
    #expect(run(["rejected=1"], []).status == .done)
    #expect(run(["rejected=0"], []).status == .checkFailed)
    #expect(run(["rejected=1"], ["--allow-rejects", "0"]).status == .badData)
  }

  @Test(
    "is a name and a limit",
    arguments: [
      (
        "custmers=1",
        "expected NAME=LIMIT with a name of customers, repeated, rejected, skipped, undetermined, "
          + "unknown-products, unknown-offers, future-dates, mismatches, found 'custmers=1'; did you mean 'customers'?"
      ),
      ("customers=5%", "expects customers=N with a number of customers, found 'customers=5%'"),
      (
        "repeated=few",
        "expects repeated=LIMIT with a number or a percentage such as 0.5%, found 'repeated=few'"
      ),
    ]
  )
  func usage(requirement: String, message: String) {
    let found = run([requirement])
    #expect(found.status == .wrongUsage)
    #expect(
      found.errors.replacing("'--require': ", with: "'--require' ")
        == "winback score: error: option '--require' \(message)\nsee 'winback score --help'\n"
    )
  }

  @Test(
    "is for every command that counts customers",
    arguments: CustomerCountTests.commands.dropLast()
  )
  func commands(command: [String]) {
    let arguments = command.map { $0 == "CATALOG" ? Samples.path("catalog.json") : $0 }
    let found = CommandRun(
      [arguments[0], "-"] + arguments.dropFirst() + ["--require", "customers=2"],
      on: InMemoryConsole(input: ScoreSamples.alice)
    )
    #expect(found.status == .checkFailed)
    #expect(found.errors == "<standard input>: error: expected at least 2 customers, found 1\n")
    #expect(!found.output.isEmpty)
  }
}
