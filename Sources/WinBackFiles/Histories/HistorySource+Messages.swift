/// What a source of histories says while it reads, and at its end.
extension HistorySource {
  func checkCustomers(
    _ found: Set<Int>,
    _ near: NearIdentifiers
  ) throws(CommandFailure) {
    guard let missing = options.customers.missing(found, near) else { return }
    let nearest = missing.nearest.map { "'\($0)'" }.asList
    throw CommandFailure(
      .badData,
      "expected a customer with the id '\(missing.name)', or with a transaction of that id, found none"
        + (nearest.isEmpty ? "" : "; the nearest ids are \(nearest)"),
      file: options.name
    )
  }

  /// Warns of an input that has a customer twice, or nobody.
  func warnAboutCustomers(
    _ reading: HistoryReading,
    _ repetitions: [String],
    of format: HistoryFormat?
  ) {
    let tally = reading.tally
    let (count, fileCount) = (tally.repeated, options.files.count)
    if let warning = HistoryFormat.repetition(of: count, repetitions, ofFiles: fileCount) {
      console.warn(warning, file: options.name)
    }
    if format?.joinsFiles != true, let warning = tally.environments.testWarning {
      console.warn(warning, file: options.name)
    }
    guard tally.isEmpty else { return }
    let skipped = reading.skippedRows.filter { $0.count > 0 }.map { others, count in
      "\(count.counted("row")) skipped: \(others)"
    }
    let nobody = HistoryFormat.nobody(in: format, skipped: skipped)
    console.warn(nobody, file: options.name)
  }

  /// Reports the rows that are left out, where no summary does.
  package func warnAboutSkippedRows(_ reading: HistoryReading) {
    for (others, count) in reading.skippedRows where count > 0 {
      console.report(
        Diagnostic(.warning, "\(count.counted("row")) \(others) skipped", file: options.name)
      )
    }
  }

  func diagnostic(
    _ line: RejectedLine,
    _ severity: Diagnostic.Severity,
    in file: InputFile
  ) -> Diagnostic {
    let file = line.file.map { options.files[$0] } ?? file
    var diagnostic = Diagnostic(severity, line.fault, file: file.name)
    diagnostic.line = line.line
    return diagnostic
  }

  func failure(_ line: RejectedLine, in file: InputFile) -> CommandFailure {
    CommandFailure(.badData, [diagnostic(line, .error, in: file)])
  }
}
