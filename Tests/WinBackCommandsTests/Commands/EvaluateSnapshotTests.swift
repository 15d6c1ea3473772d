import TestSupport
import Testing
import WinBackCommandLine

@Suite("What evaluate prints")
struct EvaluateSnapshotTests {
  /// The rows of the worked example, and a customer for each kind of no.
  static let customers: [(name: String, asOf: String)] = [
    ("alice", "2024-03-20"),
    ("alice", "2024-05-31"),
    ("alice", "2024-06-01"),
    ("alice", "2024-12-20"),
    ("alice", "2025-01-15"),
    ("alice", "2026-10-16"),
    ("never-subscribed", "2024-08-01"),
    ("no-group", "2024-08-01"),
    ("in-grace-period", "2024-05-10"),
    ("in-billing-retry", "2024-05-20"),
    ("revoked", "2024-04-20"),
    ("renews", "2024-08-01"),
    ("shared-access", "2024-07-15"),
    ("only-shared", "2024-07-15"),
    ("not-started", "2022-08-01"),
    ("ended", "2027-02-01"),
    ("wrong-product", "2024-08-01"),
    ("wrong-storefront", "2024-08-01"),
    ("paid-too-little", "2024-08-01"),
    ("involuntary-churn", "2024-08-01"),
    ("undetermined", "2024-08-01"),
    ("several-groups", "2024-08-01"),
  ]

  @Test("is text for people", arguments: customers)
  func text(name: String, asOf: String) throws {
    let run = Samples.evaluate("\(name).json", asOf: asOf)
    #expect(run.status == .done)
    try expectSnapshot(run.output, "\(name)-\(asOf).txt")
  }

  @Test(
    "is JSON for programs, by the schema 'result'",
    arguments: [
      ("alice", "2024-12-20"),
      ("alice", "2025-01-15"),
      ("never-subscribed", "2024-08-01"),
      ("no-group", "2024-08-01"),
      ("undetermined", "2024-08-01"),
    ]
  )
  func json(name: String, asOf: String) throws {
    let run = Samples.evaluate("\(name).json", asOf: asOf, ["--json"])
    #expect(run.status == .done)
    try expectSnapshot(run.output, "\(name)-\(asOf).json")
  }

  @Test("tells at the top, too, from when a verdict is not decided")
  func nextChange() {
    let customers = PackageFiles.path("Examples/TwelveCustomers/customers.jsonl")
    let catalog = PackageFiles.path("Examples/TwelveCustomers/catalog.json")
    let run = CommandRun(
      ["evaluate", customers, "-c", catalog, "--customer", "Ben", "--as-of", "2025-07-01"]
    )
    let changes = run.output.split(separator: "\n").filter { $0.contains("next change") }
    #expect(
      changes == ["  next change   not decided from 31 July 2025"]
        + Array(repeating: "    next change  not decided from 31 July 2025", count: 2)
    )
  }

  @Test("is JSON Lines for several timelines, of one customer or of many")
  func jsonLines() throws {
    let groups = Samples.evaluate("several-groups.json", asOf: "2024-08-01", ["--json"])
    try expectSnapshot(groups.output, "several-groups-2024-08-01.jsonl")
    let customers = Samples.evaluate("two-customers.jsonl", asOf: "2024-08-01", ["--json"])
    try expectSnapshot(customers.output, "two-customers-2024-08-01.jsonl")
    #expect(customers.output.split(separator: "\n").count == 2)
  }

  @Test("has a line between the texts of several timelines")
  func severalTexts() throws {
    let run = Samples.evaluate("two-customers.jsonl", asOf: "2024-08-01")
    try expectSnapshot(run.output, "two-customers-2024-08-01.txt")
  }

  @Test("fits the width of the terminal", arguments: [20, 40, 60, 100, 300])
  func widths(width: Int) throws {
    let memory = InMemoryConsole(width: width, isTerminal: true)
    let run = Samples.evaluate("alice.json", asOf: "2024-12-20", on: memory)
    try expectSnapshot(run.output, "alice-width-\(width).txt")
    let widest = run.output.split(separator: "\n").map { String($0).displayWidth }.max() ?? 0
    // The name of a criterion and an instant are not torn apart, however narrow it is.
    #expect(widest <= max(min(width, 120), 62))
  }

  @Test("is coloured where the output is")
  func colors() throws {
    let memory = InMemoryConsole(style: .colored)
    let run = Samples.evaluate("alice.json", asOf: "2025-01-15", on: memory)
    try expectSnapshot(run.output, "alice-colored.txt")
  }

  @Test("keeps windows that lie far away, or never end, at the edge of the picture")
  func farWindows() throws {
    let run = Samples.evaluate(
      "paid-too-little.json",
      catalog: "far-away.catalog.json",
      asOf: "2024-08-01",
      ["--rules", Samples.path("far-away.rules.json")]
    )
    try expectSnapshot(run.output, "far-away-windows.txt")
  }

  @Test(
    "leaves now out of the picture where it is far from all service",
    arguments: ["1990-08-01", "2004-08-01", "2044-08-01", "2090-08-01"]
  )
  func farNow(asOf: String) throws {
    let run = Samples.evaluate("alice.json", asOf: asOf)
    let picture = run.output.split(separator: "\n\n").prefix(3).joined(separator: "\n\n") + "\n"
    try expectSnapshot(picture, "far-now-\(asOf).txt")
  }

  @Test("wraps long names and several edits under their own column")
  func longNames() throws {
    let run = Samples.evaluate(
      "paid-too-little.json",
      catalog: "long-names.catalog.json",
      asOf: "2024-08-01"
    )
    try expectSnapshot(run.output, "long-names.txt")
  }
}
