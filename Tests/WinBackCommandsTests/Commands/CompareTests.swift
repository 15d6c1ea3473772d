import Testing
import WinBackCommands

@Suite("What compare prints")
struct CompareTests {
  @Test("is text for people: what changes for anybody, and for a cohort")
  func text() throws {
    let run = compare(["--to", Samples.path("compare-to.json"), Self.cohort])
    #expect(run.status == .done)
    #expect(run.errors.isEmpty)
    try expectSnapshot(run.output, "compare.txt")
  }

  @Test("is JSON for programs")
  func json() throws {
    let run = compare(["--to", Samples.path("compare-to.json"), Self.cohort, "--json"])
    #expect(run.status == .done)
    try expectSnapshot(run.output, "compare.json")
  }

  @Test("is nothing for a catalog and itself")
  func itself() {
    let run = compare(["--to", Samples.path("compare-from.json"), Self.cohort])
    #expect(
      run.output
        == "no offer reaches anybody else than before\n\n"
        + "compare-cohort.jsonl, as of 2024-06-15: 0 of 5 customers changed\n"
    )
  }

  @Test("tells of policies that the rules read exactly, and names those by which facts are read")
  func policies() {
    let bound = compare(["--to-policy", "maximumBound=wholeMonths"])
    #expect(bound.output.hasPrefix("+ basic_1m_free: reaches more customers\n"))
    let gap = compare(["--to-policy", "gapTolerance=none"])
    #expect(
      gap.output.hasPrefix("facts are read differently: gapTolerance billingRecovery → none\n")
    )
    let undone = compare([
      "--policy", "maximumBound=wholeMonths", "--from-policy", "maximumBound=instant",
      "--to-policy", "maximumBound=instant",
    ])
    #expect(undone.output == "no offer reaches anybody else than before\n")
  }

  @Test("reads a cohort of one history that goes over several lines")
  func oneHistory() {
    let run = compare(["--to", Samples.path("compare-to.json"), Samples.path("alice.json")])
    #expect(run.status == .done)
    #expect(run.output.contains("of 1 customer changed\n"))
  }

  @Test("reads a cohort in blocks, and tells the line of a fault in any of them")
  func blocks() throws {
    try TemporaryDirectory.with { directory in
      let line = """
        {"customerId":"c","storefront":"USA","transactions":[{"productId":"basic.monthly",\
        "purchaseDate":"2024-01-01","expiresDate":"2024-03-01"}]}

        """
      let count = 5_000
      try directory.write(String(repeating: line, count: count), to: "many.jsonl")
      let to = ["--to", Samples.path("compare-to.json")]
      let many = compare(to + [directory.path("many.jsonl")])
      #expect(many.output.contains("\(count) of \(count) customers changed\n"))
      #expect(many.output.contains("    gained \(count) by paid-duration: c, …\n"))
      try directory.write(String(repeating: line, count: count) + "{}\n", to: "many.jsonl")
      let faulty = compare(to + [directory.path("many.jsonl")])
      #expect(faulty.status == .badData)
      #expect(
        faulty.errors
          == "\(directory.path("many.jsonl")):\(count + 1):1: error: the key 'customerId' is missing\n"
      )
    }
  }

  @Test("is refused where nothing changes, or both sides would read standard input")
  func usage() {
    let nothing = compare([])
    #expect(nothing.status == .wrongUsage)
    #expect(
      nothing.errors.hasPrefix(
        "winback compare: error: expected what changes: '--to', '--from-rules', '--to-rules', "
          + "'--from-policy', '--to-policy'\n"
      )
    )
    let twice = CommandRun(["compare", "--from", "-", "--to-policy", "maximumBound=wholeMonths"])
    #expect(twice.status == .wrongUsage)
    #expect(
      twice.errors.hasPrefix(
        "winback compare: error: expected a file for what both sides may read, found standard input\n"
      )
    )
  }

  private static let cohort = Samples.path("compare-cohort.jsonl")

  private func compare(_ arguments: [String]) -> CommandRun {
    let run = CommandRun(
      ["compare", "--from", Samples.path("compare-from.json"), "--as-of", "2024-06-15"] + arguments
    )
    let folder = "\(Samples.path(""))/"
    return CommandRun(
      status: run.status,
      output: run.output.replacing(folder, with: ""),
      errors: run.errors.replacing(folder, with: "")
    )
  }
}
