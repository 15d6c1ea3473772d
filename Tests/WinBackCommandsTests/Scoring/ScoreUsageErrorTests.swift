import Testing

@Suite("Wrong usage of score")
struct ScoreUsageErrorTests {
  @Test(
    "the message says what was expected, of values and of options that exclude each other",
    arguments: [
      (["--jobs", "0"], "option '--jobs' expects a number from 1 to 256, found '0'"),
      (["-j", "257"], "option '--jobs' expects a number from 1 to 256, found '257'"),
      (["--allow-rejects", "few"], expectsAllowance + "'few'"),
      (["--allow-rejects", "101%"], expectsAllowance + "'101%'"),
      (["--allow-rejects=-1"], expectsAllowance + "'-1'"),
      (["--allow-rejects", "%"], expectsAllowance + "'%'"),
      (["--allow-rejects", "nan%"], expectsAllowance + "'nan%'"),
      (
        ["--until", "soon"],
        "option '--until' expects a date such as 2025-01-15 or a date-time such as "
          + "2025-01-15T09:30:00Z, found 'soon'"
      ),
      (
        ["--until", "2025-01-14"],
        "option '--until' expects a date that is not before 2025-01-15T00:00:00.000Z, the instant "
          + "of the question"
      ),
      (["--long", "--details"], "expected '--details' or '--long', found both"),
      (["--long", "--until", "2026-01-01"], "expected '--until' or '--long', found both"),
      (
        ["--rejects", "-"],
        "expected different files for '--output' and '--rejects', found standard output for both"
      ),
      (
        ["--rejects", "a", "--output", "a"],
        "expected different files for '--output' and '--rejects', found 'a' for both"
      ),
    ]
  )
  func options(arguments: [String], message: String) {
    let files = ["-", "--catalog", Samples.path("catalog.json")]
    let run = CommandRun(["score"] + files + ["--as-of", "2025-01-15"] + arguments)
    #expect(run == .wrongUsage(of: "winback score", message))
  }

  private static let expectsAllowance =
    "option '--allow-rejects' expects a number of lines or a percentage such as 0.5%, found "
}
