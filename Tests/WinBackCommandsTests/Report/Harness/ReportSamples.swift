import Testing

/// Runs of `winback report` over the samples.
enum ReportSamples {
  /// Runs `winback report` for a sample customer.
  static func report(
    _ customer: String,
    asOf: String,
    _ arguments: [String] = []
  ) -> CommandRun {
    let files = [Samples.path(customer), "--catalog", Samples.path("catalog.json")]
    return CommandRun(["report"] + files + ["--as-of", asOf] + arguments)
      .removing("\(Samples.path(""))/")
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
}

extension CommandRun {
  /// Reads the page that the run made.
  func page(sourceLocation: SourceLocation = #_sourceLocation) throws -> PageElement {
    try #require(
      PageElement.read(output),
      "not well-formed: \(errors)",
      sourceLocation: sourceLocation
    )
  }
}
