import Foundation
import Testing
import WinBackFiles

@Suite("winback test")
struct TestCommandTests {
  private let folder = ScenarioFolder.make()

  @Test("passes where everything comes as expected")
  func passes() throws {
    try folder.write("one.scenarios.json", days: ["2024-06-01", "2026-04-01"])
    let expected = CommandRun(status: .done, output: "2 scenarios: 2 passed\n")
    #expect(folder.test(["one.scenarios.json"]) == expected)
  }

  @Test("tells what was expected, what came, the rule with its numbers, and draws the timeline")
  func fails() throws {
    try folder.write("one.scenarios.json", days: ["2024-05-31", "2024-06-01"])
    let run = folder.test(["one.scenarios.json"])
    #expect(run.status == .checkFailed)
    #expect(run.errors == "")
    try expectSnapshot(run.output, "failing.txt")
  }

  @Test("prints JSON for programs")
  func json() throws {
    try folder.write("one.scenarios.json", days: ["2024-05-31", "2024-06-01"])
    try folder.write("two.scenarios.json", days: ["2024-06-01"], catalog: "catalg.json")
    let run = folder.test(["one.scenarios.json", "two.scenarios.json"], ["--json"])
    #expect(run.status == .badData)
    try expectSnapshot(run.output, "failing.json")
  }

  @Test("writes JUnit XML, in which nothing of a file can break out")
  func junit() throws {
    try folder.write("one.scenarios.json", days: ["2024-05-31", "2024-06-01"])
    try folder.write(
      """
      { "catalog": "catalog.json", "scenarios": [ { "name": "<a> & \\"b\\" \\u0007",
        "history": [], "expect": [ { "asOf": "2024-01-01", "eligible": [] } ] } ] }
      """,
      to: "three.scenarios.json"
    )
    try folder.write("{ \"catalog\": 1 }", to: "two.scenarios.json")
    let run = folder.test([""], ["--report", "junit:\(folder.path("results.xml"))"])
    #expect(run.status == .badData)
    let xml = try folder.read("results.xml").replacing(folder.path() + "/", with: "")
    try expectSnapshot(xml.replacing(folder.path(), with: ""), "results.xml")
  }

  @Test("prints annotations for GitHub, each on one line")
  func github() throws {
    try folder.write("one.scenarios.json", days: ["2024-05-31"])
    try folder.write("{ \"catalog\": 1 }", to: "two.scenarios.json")
    let run = folder.test([""], ["--report", "github"])
    let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("::") }
    try expectSnapshot(lines.joined(separator: "\n") + "\n", "annotations.txt")
  }

  @Test("searches directories, but none that are hidden, and runs each file once")
  func directories() throws {
    try folder.makeDirectory("deep")
    try folder.makeDirectory("deep/.hidden")
    try folder.write("b.scenarios.json", days: ["2024-06-01"])
    try folder.write("deep/a.scenarios.json", days: ["2024-06-02"], catalog: "../catalog.json")
    try folder.write("deep/.hidden/c.scenarios.json", days: ["2024-05-01"])
    try folder.write("{", to: "deep/other.json")
    let run = folder.test(["", "b.scenarios.json", "deep"])
    #expect(run == CommandRun(status: .done, output: "2 scenarios in 2 files: 2 passed\n"))
  }

  @Test("refuses directories that are too deep to look into all, instead of skipping them")
  func deepDirectories() throws {
    var path = ""
    for _ in 0..<32 {
      path += path.isEmpty ? "d" : "/d"
      try folder.makeDirectory(path)
      try folder.write("{", to: path + "/a.scenarios.json")
    }
    let run = folder.test([""])
    #expect(run.status == .cannotOpen)
    let message = "\(path): error: expected at most 32 nested directories, found more\n"
    #expect(run.errors.contains(message))
  }

  @Test("skips no scenario file silently: not a dangling link, not a name that is not UTF-8")
  func silence() throws {
    try folder.write("one.scenarios.json", days: ["2024-06-01"])
    let bash = try #require(ShellProcess.path(of: "bash"))
    let script =
      #"ln -s nowhere a.scenarios.json; ln -s nowhere a.json; mkdir d; cd d; "#
      + #"mkdir $'b\xff' && echo '{' > $'c\xff.scenarios.json'"#
    _ = try ShellProcess(bash, ["-c", script], directory: folder.path())
    let run = folder.test([""])
    #expect(run.status == .cannotOpen)
    #expect(run.output == "1 scenario: 1 passed, 3 files could not be read\n")
    #expect(
      run.errors == """
        d/b\u{FFFD}: error: expected a name in UTF-8
        d/c\u{FFFD}.scenarios.json: error: expected a name in UTF-8
        winback: error: cannot open 'a.scenarios.json': no such file; did you mean \
        'one.scenarios.json'?

        """
    )
  }

  @Test(
    "skips no directory silently that the user may not look into",
    .enabled(if: getuid() != 0, "nothing is forbidden to the superuser")
  )
  func forbiddenDirectory() throws {
    try folder.write("one.scenarios.json", days: ["2024-06-01"])
    try folder.makeDirectory("closed")
    let bash = try #require(ShellProcess.path(of: "bash"))
    _ = try ShellProcess(bash, ["-c", "chmod 0 closed"], directory: folder.path())
    let run = folder.test([""])
    _ = try ShellProcess(bash, ["-c", "chmod 700 closed"], directory: folder.path())
    #expect(run.status == .cannotOpen)
    #expect(run.errors == "closed: error: cannot look for scenarios: permission denied\n")
  }

  @Test("writes annotations that no name breaks out of")
  func hostileAnnotations() throws {
    let name = "x\\u001b[2J\\r::error::y\\u202e"
    let scenario =
      #"{ "name": "\#(name)", "history": [], "expect": [{ "asOf": "2024-01-01", "eligible": ["free_month"] }] }"#
    let file = #"{ "catalog": "catalog.json", "scenarios": [\#(scenario)] }"#
    try folder.write(file, to: "a.scenarios.json")
    let run = folder.test([""], ["--report", "github"])
    #expect(run.status == .checkFailed)
    #expect(run.output.contains("::error "))
    #expect(
      !run.output.unicodeScalars.contains { $0 != "\n" && ($0.value < 32 || $0.value == 0x202E) }
    )
  }

  @Test("runs the scenarios that are selected by their name")
  func filter() throws {
    try folder.write("one.scenarios.json", days: ["2024-05-31", "2024-06-01"])
    let run = folder.test(["one.scenarios.json"], ["--filter", "FROM 2024-06"])
    #expect(run == CommandRun(status: .done, output: "1 scenario: 1 passed\n"))
  }

  @Test("fails where there is nothing to run")
  func nothing() throws {
    let noFiles = "no scenarios were found; the names of their files end in .scenarios.json\n"
    #expect(folder.test([""]) == CommandRun(status: .checkFailed, output: noFiles))
    let nothing = CommandRun(status: .checkFailed, output: "no scenarios were found\n")
    try folder.write("one.scenarios.json", days: ["2024-06-01"])
    #expect(folder.test([""], ["--filter", "two"]) == nothing)
    try folder.write("one.scenarios.json", days: [])
    #expect(folder.test([""]) == nothing)
  }

  @Test(
    "fails the scenarios that name an offer which the catalog no longer has, and runs the others"
  )
  func renamedOffer() throws {
    let catalog = try folder.read("catalog.json")
    try folder.write(catalog.replacing("free_month", with: "month"), to: "renamed.json")
    try folder.write("one.scenarios.json", days: ["2024-06-01"])
    try folder.write(
      """
      { "catalog": "catalog.json", "scenarios": [ { "name": "too early", "history": [
        { "subscribe": "basic", "on": "2022-01-01", "months": 3 }, { "cancel": true },
        { "redeem": "month", "on": "2022-12-31" } ],
        "expect": [ { "asOf": "2024-06-01", "eligible": [] } ] }, { "name": "nobody",
        "history": [], "expect": [ { "asOf": "2024-06-01", "eligible": [] } ] } ] }
      """,
      to: "two.scenarios.json"
    )
    let arguments = ["--catalog", folder.path("renamed.json"), "--report", "github"]
    let run = folder.test([""], arguments + ["--report", "junit:\(folder.path("results.xml"))"])
    #expect(run.status == .checkFailed)
    #expect(run.errors == "")
    try expectSnapshot(run.output, "misfits.txt")
    let xml = try folder.read("results.xml").replacing(folder.path() + "/", with: "")
    try expectSnapshot(xml.replacing(folder.path(), with: ""), "misfits.xml")
    let json = folder.test([""], ["--catalog", folder.path("renamed.json"), "--json"])
    try expectSnapshot(json.output, "misfits.json")
  }

  @Test("runs all other files where one is broken, and a file that is not there counts more")
  func broken() throws {
    try folder.write("a.scenarios.json", days: ["2024-05-31"])
    try folder.write("{ \"catalg\": 1 }", to: "b.scenarios.json")
    try folder.write("c.scenarios.json", days: ["2024-06-01"])
    let run = folder.test([""])
    #expect(run.status == .badData)
    #expect(
      run.output.hasSuffix(
        "\n2 scenarios in 2 files: 1 passed, 1 failed, 1 file could not be read\n"
      )
    )
    #expect(
      run.errors
        == "b.scenarios.json:1:3: error: unknown key 'catalg'; did you mean 'catalog'? "
        + "(at catalg)\n"
    )
    let missing = folder.test(["", "d.scenarios.json"])
    #expect(missing.status == .cannotOpen)
    #expect(
      missing.errors.hasSuffix(
        "winback: error: cannot open 'd.scenarios.json': no such file; "
          + "did you mean 'a.scenarios.json'?\n"
      )
    )
  }

  @Test("runs against another catalog or other rules where they are named")
  func replacements() throws {
    try folder.write("one.scenarios.json", days: ["2024-06-01"])
    let changed = try folder.read("catalog.json")
      .replacing("\"minimum\": 2", with: "\"minimum\": 3")
    try folder.write(changed, to: "changed.json")
    #expect(folder.test([""], ["--catalog", folder.path("changed.json")]).status == .checkFailed)
    #expect(folder.test([""]).status == .done)
    let rules = CommandRun(["print", "rules", "AppStore"]).output.replacing(
      "\"subscription.paidMonths >= ",
      with: "\"subscription.paidMonths > "
    )
    try folder.write(rules, to: "rules.json")
    #expect(folder.test([""], ["--rules", folder.path("rules.json")]).status == .checkFailed)
  }

  @Test("takes scenarios from standard input")
  func standardInput() throws {
    let catalog = folder.path("catalog.json")
    try folder.write("one.scenarios.json", days: ["2024-06-01"], catalog: catalog)
    let memory = InMemoryConsole(input: try folder.read("one.scenarios.json"))
    #expect(CommandRun(["test", "-"], on: memory).output == "1 scenario: 1 passed\n")
  }

  @Test("does not mix annotations into JSON")
  func usage() {
    let run = CommandRun(["test", "x", "--json", "--report", "github"])
    let message = "expected '--json' or '--report github', found both"
    #expect(run == .wrongUsage(of: "winback test", message))
  }
}
