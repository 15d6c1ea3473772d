import WinBackTesting

/// How well scenarios test their offers, as text for people.
struct SuiteQualityText {
  let style: TextStyle

  /// Returns the text, which ends with a line feed.
  func text(of quality: SuiteQuality) -> String {
    var text = ""
    if let coverage = quality.coverage { text += section(on: coverage, quality.name) }
    if let mutants = quality.mutants { text += section(on: mutants, quality.name) }
    return text
  }

  private func section(on coverage: Coverage, _ name: String) -> String {
    var text =
      "\n" + style.bold("coverage of \(name.printable)")
      + ": \(coverage.covered) of \(coverage.total), \(coverage.percentage) %\n"
    for missing in coverage.missing {
      text += line(missing.line, missing.scenario)
    }
    return text
  }

  private func section(on score: MutationScore, _ name: String) -> String {
    var text =
      "\n" + style.bold("changes of \(name.printable) that are noticed")
      + ": \(score.killed) of \(score.total), \(score.percentage) %"
    if !score.equivalent.isEmpty {
      text += "; \(score.equivalent.count) more do not change any answer"
    }
    text += "\n"
    for survivor in score.survivors {
      text += line(survivor.line, survivor.scenario)
    }
    for line in score.equivalent { text += "  \(style.dim("=")) \(line.printable)\n" }
    return text
  }

  /// What is missing, and the scenario that would do, on one line to be copied.
  private func line(_ sentence: String, _ scenario: ScenarioDraft?) -> String {
    let proposal =
      scenario.map { style.dim(ScenarioWriter.line($0).printable) }
      ?? "no story of such a customer was found"
    return "  \(style.red("✗")) \(sentence.printable)\n    \(proposal)\n"
  }
}
