import Testing
import WinBackCommandLine

@Suite("Arguments")
struct ArgumentParserTests {
  @Test(
    "are read the way GNU programs read them",
    arguments: [
      ("show --catalog c.json", "[show] [catalog=c.json]"),
      ("--catalog c.json show", "[show] [catalog=c.json]"),
      ("show --catalog=c.json", "[show] [catalog=c.json]"),
      ("show --catalog=a=b", "[show] [catalog=a=b]"),
      ("show --catalog=", "[show] [catalog=]"),
      ("show --catalog=--json", "[show] [catalog=--json]"),
      ("show -c c.json", "[show] [catalog=c.json]"),
      ("show -cc.json", "[show] [catalog=c.json]"),
      ("show -c=c.json", "[show] [catalog=c.json]"),
      ("show -c -", "[show] [catalog=-]"),
      ("show -qv -c c", "[show] [catalog=c] [quiet] [verbose]"),
      ("show -qvcc", "[show] [catalog=c] [quiet] [verbose]"),
      ("show a - b -c c", "[show] [a] [-] [b] [catalog=c]"),
      ("show a -c c --json b", "[show] [a] [b] [catalog=c] [json]"),
      ("-c c -- show --json -- -q", "[show] [--json] [--] [-q] [catalog=c]"),
      ("-c c show -- --help", "[show] [--help] [catalog=c]"),
      ("show -c c --days -3", "[show] [catalog=c] [days=-3]"),
      ("show -c -.5", "[show] [catalog=-.5]"),
      ("show -c c --policy a=1 --policy b=2", "[show] [catalog=c] [policy=a=1] [policy=b=2]"),
      ("show -c c --as-of 2024-10-01", "[show] [catalog=c] [as-of=2024-10-01]"),
    ]
  )
  func accepts(line: String, expected: String) {
    #expect(run(line) == CommandRun(status: .done, output: expected + "\n"))
  }

  @Test(
    "that are wrong are refused with what was expected and what was found",
    arguments: [
      ("show", "missing option '--catalog CATALOG': the catalog with the offers"),
      ("-c c", "missing argument 'VERB': what to do"),
      ("show --catalogue c", "unknown option '--catalogue'; did you mean '--catalog'?"),
      ("show --catalogue=c", "unknown option '--catalogue'; did you mean '--catalog'?"),
      ("show --out c", "unknown option '--out'; did you mean '--output'?"),
      ("show --xylophone", "unknown option '--xylophone'"),
      ("show -json", "unknown option '-json'; did you mean '--json'?"),
      ("show -x", "unknown option '-x'"),
      ("show ---", "unknown option '---'"),
      ("show --=c", "unknown option '--'"),
      ("show --catalog", "option '--catalog' needs a value: '--catalog CATALOG'"),
      ("show -c", "option '--catalog' needs a value: '--catalog CATALOG'"),
      (
        "show --catalog --json",
        "option '--catalog' needs a value, found '--json'; "
          + "for that as the value write '--catalog=--json'"
      ),
      ("show -c c -c d", "option '--catalog' is given twice"),
      ("show -c c -qq", "option '--quiet' is given twice"),
      ("show -c c --json=yes", "option '--json' takes no value, found 'yes'"),
      ("show -c c -q=yes", "option '--quiet' takes no value, found 'yes'"),
      (
        "show -c c --format storeki",
        "option '--format' expects 'native', 'app-store-server' or 'storekit', found 'storeki'; "
          + "did you mean 'storekit'?"
      ),
      (
        "show -c c --format x",
        "option '--format' expects 'native', 'app-store-server' or 'storekit', found 'x'"
      ),
      (
        "shwo -c c",
        "argument 'VERB' expects 'show' or 'count', found 'shwo'; did you mean 'show'?"
      ),
      ("show -c c --days soon", "option '--days' expects a whole number, found 'soon'"),
      ("show -c c --days --1", ArgumentParserTests.unexpectedDays),
      (
        "show -c \u{1B}[31m --days \u{1B}",
        "option '--days' expects a whole number, found '\\u{1B}'"
      ),
    ]
  )
  func refuses(line: String, expected: String) {
    #expect(run(line) == .wrongUsage(of: "winback sample", expected))
  }

  private static let unexpectedDays =
    "option '--days' needs a value, found '--1'; for that as the value write '--days=--1'"

  @Test("beyond those expected are refused by name")
  func refusesExtra() {
    let message = "unexpected argument 'b'; expected '[COMMAND]'"
    #expect(CommandRun(["help", "a", "b"]) == .wrongUsage(of: "winback help", message))
  }

  @Test(
    "that ask for help get it, whatever else is wrong",
    arguments: [
      "--help", "-h", "-qh", "--bogus --help", "show a -h --days x", "-c --help", "--help --json=1",
    ]
  )
  func helps(line: String) {
    let run = run(line)
    #expect(run.status == .done)
    #expect(
      run.output.contains("Usage: winback sample VERB [PATH...] --catalog CATALOG [OPTIONS]\n")
    )
    #expect(run.errors.isEmpty)
  }

  private func run(_ line: String) -> CommandRun {
    CommandRun(
      ["sample"] + line.split(separator: " ").map(String.init),
      among: [SampleCommand.self]
    )
  }
}
