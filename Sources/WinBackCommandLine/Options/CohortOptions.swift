/// The options of the commands that look at many customers at once.
package struct CohortOptions: Sendable {
  package static let jobs = Option("jobs", "N", .number(in: 1...256), or: Platform.processorCount)
    .help("the number of threads, which does not change the results")
    .default("one for each processor").short("j").common
  package static let allowRejects = Option(
    "allow-rejects",
    "N|P%",
    .allowance(of: "lines"),
    or: .none
  )
  .help("tolerate this many unreadable lines or rows, or this share of them")
  .default("0").common
  package static let summary = Option("summary", "FILE", .newFile("json"))
    .help("write the closing summary to this file, as JSON for programs").common

  package static let all: [any OptionDeclaration] = [
    jobs, allowRejects, Requirements.option, summary,
  ]

  package let arguments: ParsedArguments
  package let histories: HistoryFiles
  private let allowance: RejectAllowance
  private let requirements: Requirements

  package init(_ arguments: ParsedArguments) throws(CommandFailure) {
    self.arguments = arguments
    histories = try HistoryFiles(arguments)
    requirements = try Requirements(arguments)
    // Who requires at most so many rejected lines allows them.
    allowance =
      requirements.limits[.rejected] != nil && !arguments.has(Self.allowRejects)
      ? .any : arguments[Self.allowRejects]
  }

  package var needsSummary: Bool {
    arguments.has(Self.summary) || !requirements.limits.isEmpty
  }

  /// Returns the histories as an engine reads them, by as many threads as the user wants.
  package func source(
    for engine: EligibilityEngine,
    _ attributes: [RuleSet.Attribute]? = nil,
    asOf now: Instant,
    on console: Console
  ) -> HistorySource {
    var source = HistorySource(histories, for: engine, attributes, asOf: now, on: console)
    source.threads = arguments[Self.jobs]
    return source
  }

  /// Reports what was read and what it is good for, as the user wants.
  ///
  /// - Throws: ``CommandFailure`` if more lines were rejected than may be, if the input does not
  ///   fulfil what is required, and where the file of the summary cannot be written.
  package func finish(_ summary: ReadingSummary, on console: Console) throws(CommandFailure) {
    let reading = summary.reading
    if !arguments[.quiet] { try? console.errors.write(summary.text) }
    summary.warn(file: histories.name, on: console)
    if let path = arguments[Self.summary] {
      try OutputFile(path).write(summary.json, on: console)
    }
    var failures = requirements.failures(of: reading, summary.scores, file: histories.name)
    if let excess = requirements.failure(of: .rejected, .atMost(allowance), reading) {
      failures.append(Diagnostic(.error, excess, file: histories.name))
      throw CommandFailure(.badData, failures)
    }
    guard failures.isEmpty else { throw CommandFailure(.checkFailed, failures) }
  }
}

/// What the user requires of an input of many customers, so that a run over a wrong one fails.
package struct Requirements: Sendable {
  package enum Name: String, Sendable, Hashable, CaseIterable {
    case customers, repeated, rejected, skipped, undetermined
    case unknownProducts = "unknown-products"
    case unknownOffers = "unknown-offers"
    case futureDates = "future-dates"
    case mismatches
  }

  package enum Limit: Sendable {
    case atLeast(Int)
    case atMost(RejectAllowance)
  }

  package static let option = Option(pairs: "require", "NAME=LIMIT", .requirement) {
    "the requirement '\($0.rawValue)' is set twice"
  }
  .help(
    "end with status 1 if there are fewer customers than customers=N, or more than a number or a "
      + "share of repeated, rejected, skipped, undetermined (only score), mismatches (only audit), "
      + "unknown-products, unknown-offers or future-dates; may be repeated"
  ).common

  /// What the exit status 1 means.
  package static let failure = "the input does not fulfil --require; the results are complete"

  fileprivate let limits: [Name: Limit]

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    limits = arguments[Self.option]
    for (name, command) in [(Name.undetermined, "score"), (.mismatches, "audit")]
    where limits[name] != nil && arguments.command.name != command {
      throw arguments.wrongUsage(
        "option '--require' has '\(name.rawValue)' with 'winback \(command)' only"
      )
    }
  }

  /// Returns whether the input may have so many mismatches; none if nobody says how many.
  package static func allowsMismatches(
    _ count: Int,
    of all: Int,
    _ arguments: ParsedArguments
  ) -> Bool {
    guard case .atMost(let most)? = arguments[option][.mismatches] else { return count == 0 }
    return most.covers(count, of: all)
  }

  func failures(of reading: HistoryReading, _ scores: ScoreTally?, file: String) -> [Diagnostic] {
    Name.allCases.compactMap { name in
      limits[name].flatMap { failure(of: name, $0, reading, scores) }
    }.map { Diagnostic(.error, $0, file: file) }
  }

  fileprivate func failure(
    of name: Name,
    _ limit: Limit,
    _ reading: HistoryReading,
    _ scores: ScoreTally? = nil
  ) -> String? {
    let tally = reading.tally
    let evidence = tally.evidence
    let measure: (count: Int, whole: Int, things: String)? =
      switch name {
      // The audit compares by itself.
      case .mismatches: nil
      case .customers: (tally.customers, tally.customers, "customers")
      case .repeated: (tally.repeated, tally.customers, "lines of customers who were read before")
      case .rejected: (tally.rejectedLines, tally.lineCount, "rejected \(reading.lineName)")
      case .skipped: (tally.rows.skipped.reduce(0, +), tally.rows.total, "skipped rows")
      case .undetermined:
        (scores?.undecided ?? 0, evidence[.timelines], "timelines with an undetermined offer")
      case .unknownProducts:
        (
          evidence[.ofUnknownProducts], evidence[.transactions],
          "transactions of products that the catalog lacks"
        )
      case .unknownOffers:
        (
          evidence[.ofUnknownOffers], evidence[.transactions],
          "transactions that redeemed offers that the catalog lacks"
        )
      case .futureDates:
        (tally.futureDates, tally.customers, "customers with dates after the clock of the computer")
      }
    guard let (count, whole, things) = measure else { return nil }
    switch limit {
    case .atLeast(let least):
      guard count < least else { return nil }
      return "expected at least \(least.grouped) \(things), found \(count.grouped)"
    case .atMost(let most):
      guard !most.covers(count, of: whole) else { return nil }
      return "expected at most \(most.text) \(things), found \(count.grouped) of \(whole.grouped)"
    }
  }
}

extension ValueType where Value == (Requirements.Name, Requirements.Limit) {
  fileprivate static var requirement: Self {
    let names = Requirements.Name.allCases.map(\.rawValue)
    return Self { text throws(UsageError) in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = Requirements.Name(rawValue: String(parts[0])) else {
        let nearest = knownName(for: String(parts.first ?? ""), among: names)
        throw UsageError(
          ": expected NAME=LIMIT with a name of \(names.joined(separator: ", ")), found '\(text)'"
            .suggesting(nearest)
        )
      }
      let limit = String(parts[1])
      if name == .customers {
        guard let least = Int(limit), least >= 0 else {
          throw UsageError(text, insteadOf: "customers=N with a number of customers")
        }
        return (name, .atLeast(least))
      }
      guard let most = RejectAllowance(limit) else {
        throw UsageError(
          text,
          insteadOf: "\(name.rawValue)=LIMIT with a number or a percentage such as 0.5%"
        )
      }
      return (name, .atMost(most))
    }
  }
}
