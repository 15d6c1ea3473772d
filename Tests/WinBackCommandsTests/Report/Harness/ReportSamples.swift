import Testing

/// Runs of `winback report` over the samples.
enum ReportSamples {
  /// Runs `winback report` for a sample customer.
  static func report(
    _ customer: String,
    catalog: String = "catalog.json",
    asOf: String,
    _ arguments: [String] = []
  ) -> CommandRun {
    CommandRun(
      [
        "report", Samples.path(customer), "--catalog", Samples.path(catalog), "--as-of", asOf,
      ] + arguments
    ).removing("\(Samples.path(""))/")
  }

  /// Runs `winback report` over a text as standard input.
  static func report(
    input: String,
    catalog: String = Samples.path("catalog.json"),
    asOf: String = ScoreSamples.instant,
    _ arguments: [String] = []
  ) -> CommandRun {
    CommandRun(
      ["report", "-", "--catalog", catalog, "--as-of", asOf] + arguments,
      on: InMemoryConsole(input: input)
    )
  }

  /// Reads the page that a run made.
  static func page(
    of run: CommandRun,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> PageElement {
    try #require(
      PageElement.read(run.output),
      "not well-formed: \(run.errors)",
      sourceLocation: sourceLocation
    )
  }
}
