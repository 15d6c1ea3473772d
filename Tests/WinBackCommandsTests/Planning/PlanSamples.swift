import TestSupport

/// The example of a plan: an offer and its cohort.
enum PlanSamples {
  static let histories = PackageFiles.path("Examples/Planning/customers.jsonl")
  static let catalog = PackageFiles.path("Examples/Planning/catalog.json")

  /// Runs `winback plan` for the offer of the example.
  static func plan(_ arguments: [String], histories: String = histories) -> CommandRun {
    CommandRun(
      ["plan", histories, "--catalog", catalog, "--offer", "run_back"] + arguments
    )
  }
}
