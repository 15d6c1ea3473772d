import Testing
import WinBackFiles

@Suite("Parts of tables")
struct TablePartTests {
  private let directory = TemporaryDirectory()

  private static let sample = HistorySample.all[3]

  @Test("that are several files are read in their order, and name the right file")
  func files() throws {
    let broken = Self.sample.file(["b"]).replacing("2024-03-01,", with: "soon,")
    try directory.write(Self.sample.file(["a"]), to: "1.csv")
    try directory.write(broken, to: "2.csv")
    try directory.write(Self.sample.file(["c"]), to: "3.csv")
    let rejects = ["--rejects", directory.path("rejects")]
    let run = ScoreSamples.score("1.csv", "2.csv", "3.csv", in: directory, rejects)
    #expect(run.status == .badData)
    #expect(run.errors.contains("\n2.csv:3:"), "\(run.errors)")
    #expect(run.output.split(separator: "\n").count == 2)
    #expect(try directory.read("rejects").hasPrefix(#"{"file":"\#(directory.path("2.csv"))","#))
  }

  @Test("with the same customer are an error, unless they are sorted together")
  func customerInTwoFiles() throws {
    let rows = Self.sample.text("a").split(separator: "\n").map { $0 + "\n" }
    try directory.write(Self.sample.file(["a", "b"]), to: "whole.csv")
    try directory.write(Self.sample.header + rows[0] + rows[2], to: "1.csv")
    let rest = Self.sample.text("b") + rows[1] + rows[3]
    try directory.write(Self.sample.header + rest, to: "2.csv")
    let apart = ScoreSamples.score("1.csv", "2.csv", in: directory)
    #expect(apart.status == .badData)
    #expect(
      apart.errors.contains(
        "2.csv:6:1: error: expected the rows of a customer together, found more of an "
          + "earlier customer; use '--sort'\n"
      ),
      "\(apart.errors)"
    )
    let sorted = ScoreSamples.score("1.csv", "2.csv", in: directory, ["--sort"])
    #expect(sorted.output == ScoreSamples.score("whole.csv", in: directory).output)
    #expect(sorted.errors.contains("\n2 customers: 2 scored, 0 rejected\n"))
  }

  @Test("with a row that is nobody's are sorted in spite of it, where that is allowed")
  func brokenRow() throws {
    let broken = Self.sample.file(["b"]) + "x,y\n" + Self.sample.text("a")
    try directory.write(broken, to: "table.csv")
    let strict = ScoreSamples.score("table.csv", in: directory, ["--sort"])
    #expect(strict.status == .badData && strict.output.isEmpty)
    let allowance = ["--sort", "--allow-rejects", "1"]
    let run = ScoreSamples.score("table.csv", in: directory, allowance)
    #expect(run.status == .done)
    #expect(run.output == ScoreSamples.score(Self.sample.file(["a", "b"])).output)
    #expect(
      run.errors.contains(
        "table.csv:6:1: error: cannot sort a row whose customer is not known: expected 6 fields as "
          + "in the header, found 2\n9 rows read: 8 scored, 1 rejected\n"
      ),
      "\(run.errors)"
    )
  }
}
