import Foundation
import WinBackCommands

/// The example of a plan: an offer and its cohort.
enum PlanSamples {
  static let histories = path("customers.jsonl")
  static let catalog = path("catalog.json")

  /// Runs `winback plan` for the offer of the example.
  static func plan(_ arguments: [String], histories: String = histories) -> CommandRun {
    CommandRun(
      ["plan", histories, "--catalog", catalog, "--offer", "run_back"] + arguments
    )
  }

  private static func path(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Examples/Planning/\(name)").standardizedFileURL.path
  }
}
