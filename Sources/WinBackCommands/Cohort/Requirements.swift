import WinBack
import WinBackFormats

/// What the user requires of an input of many customers, so that a run over a wrong one fails.
struct Requirements: Sendable {
  /// What can be required.
  enum Name: String, Sendable, Hashable, CaseIterable {
    case customers
    case repeated
    case rejected
    case skipped
    case undetermined
    case unknownProducts = "unknown-products"
  }

  /// How many there must be, or can be.
  enum Limit: Sendable {
    case atLeast(Int)
    case atMost(RejectAllowance)
  }

  static let option = Option(
    pairs: "require",
    "NAME=LIMIT",
    .requirement,
    help:
      "end with status 1 if there are fewer customers than customers=N, or more than a number or "
      + "a share of repeated, rejected, skipped, undetermined (only score) or unknown-products; may "
      + "be repeated"
  ) { "the requirement '\($0.rawValue)' is set twice" }.withoutEffectOnResults

  /// What the exit status 1 means.
  static let failure = "the input does not fulfil --require; the results are complete"

  private let limits: [Name: Limit]

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    limits = arguments[Self.option]
    if limits[.undetermined] != nil, arguments.command.name != ScoreCommand.description.name {
      throw arguments.wrongUsage(
        "option '--require' has 'undetermined' with 'winback score' only, which decides on each offer "
          + "at one instant"
      )
    }
  }

  /// Whether nothing is required.
  var isEmpty: Bool { limits.isEmpty }

  /// Whether the user says how many lines can be rejected.
  var limitsRejects: Bool { limits[.rejected] != nil }

  /// Returns what a run does not fulfil, as errors about an input.
  func failures(
    of reading: HistoryReading,
    _ scores: ScoreTally?,
    file: String
  ) -> [Diagnostic] {
    Name.allCases.compactMap { name in
      limits[name].flatMap { failure(of: name, $0, reading, scores) }
    }.map { Diagnostic(.error, $0, file: file) }
  }

  private func failure(
    of name: Name,
    _ limit: Limit,
    _ reading: HistoryReading,
    _ scores: ScoreTally?
  ) -> String? {
    if name == .repeated, reading.tally.continuations > 0 {
      return
        "expected to know whether customers are repeated, found a run that was continued and does "
        + "not know the customers before"
    }
    let (count, whole, things) = count(of: name, reading, scores)
    switch limit {
    case .atLeast(let least):
      guard count < least else { return nil }
      return "expected at least \(least.grouped) \(things), found \(count.grouped)"
    case .atMost(let most):
      guard !most.covers(count, of: whole) else { return nil }
      return "expected at most \(most.text) \(things), found \(count.grouped) of \(whole.grouped)"
    }
  }

  /// Returns how many there are, of how many, and what they are called.
  private func count(
    of name: Name,
    _ reading: HistoryReading,
    _ scores: ScoreTally?
  ) -> (count: Int, whole: Int, things: String) {
    let tally = reading.tally
    let evidence = tally.evidence
    return switch name {
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
    }
  }
}

extension ValueType where Value == (Requirements.Name, Requirements.Limit) {
  /// A name and a number, or a share.
  fileprivate static var requirement: Self {
    let names = Requirements.Name.allCases.map(\.rawValue)
    return Self { text throws(UnreadableValue) in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = Requirements.Name(rawValue: String(parts[0])) else {
        let nearest = knownName(for: String(parts.first ?? ""), among: names)
        throw .faulty(
          "expected NAME=LIMIT with a name of \(names.joined(separator: ", ")), found '\(text)'"
            + (nearest.map { "; did you mean '\($0)'?" } ?? "")
        )
      }
      let limit = String(parts[1])
      if name == .customers {
        guard let least = Int(limit), least >= 0 else {
          throw .unexpected("customers=N with a number of customers")
        }
        return (name, .atLeast(least))
      }
      guard let most = RejectAllowance(limit) else {
        throw .unexpected("\(name.rawValue)=LIMIT with a number or a percentage such as 0.5%")
      }
      return (name, .atMost(most))
    }
  }
}
