import TestSupport
import Testing
import WinBackFiles

@Suite("Hostile arguments")
struct HostileArgumentsTests {
  private static let pieces = [
    "-", "--", "=", "c", "q", "catalog", "json", "days", "7", ".", "show", "", "\u{0}", "\n",
    "\u{FFFD}", "é", "e\u{301}", "👨‍👩‍👧", "\u{202E}", "'", "help",
  ]

  @Test("are done or refused in two lines, never more", arguments: [1, 2, 3] as [UInt64])
  func neverCrash(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<2000 {
      let words = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in
          Self.pieces.randomElement(using: &generator) ?? ""
        }.joined()
      }
      // Whatever is asked for, the answer is not to be written to a file.
      let arguments = ["sample"] + words.filter { !$0.hasPrefix("-o") && !$0.hasPrefix("--o") }
      let run = CommandRun(arguments, among: [SampleCommand.self])
      let lines = run.errors.split(separator: "\n", omittingEmptySubsequences: false).count - 1
      try #require(
        run.status == .done ? lines == 0 : run.status == .wrongUsage && lines == 2,
        "seed \(seed), arguments \(arguments)"
      )
    }
  }
}
