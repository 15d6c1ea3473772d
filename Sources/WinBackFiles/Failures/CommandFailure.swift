/// The end of a command that could not do its work.
package struct CommandFailure: Error, Sendable, Hashable {
  package let status: ExitStatus
  package let diagnostics: [Diagnostic]

  /// Where the user finds more, in a last line of its own.
  package let hint: String?

  package init(_ status: ExitStatus, _ diagnostics: [Diagnostic], hint: String? = nil) {
    self.status = status
    self.diagnostics = diagnostics
    self.hint = hint
  }

  package init(
    _ status: ExitStatus,
    _ message: String,
    file: String? = nil,
    suggestion: String? = nil
  ) {
    self.init(status, [Diagnostic(.error, message, file: file, suggestion: suggestion)])
  }

  package static func badData(_ message: String, in file: String? = nil) -> CommandFailure {
    CommandFailure(.badData, message, file: file)
  }

  /// The reader of the only result has had enough, as `head` has after ten lines.
  ///
  /// There is nobody to tell and nothing went wrong, so the process ends quietly with status 0.
  package static let readerIsGone = CommandFailure(.done, [])

  package init(_ error: FormatError, in file: String) {
    self.init(.badData, [Diagnostic(.error, error, file: file)])
  }

  package init(
    wrongUsage message: String,
    suggestion: String? = nil,
    of call: String = "winback"
  ) {
    self.init(
      .wrongUsage,
      [Diagnostic(.error, message, file: call, suggestion: suggestion)],
      hint: "see '\(call) --help'"
    )
  }
}

/// The status with which the process ends; the numbers above 1 are those of sysexits.
package enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
  /// The work was done; an ineligible customer is a normal answer.
  case done = 0

  /// The work was done and a check failed: a test, a lint error, an audit mismatch.
  case checkFailed = 1
  case wrongUsage = 64
  case badData = 65
  case cannotOpen = 66

  /// A fault of ours.
  case fault = 70
  case cannotCreate = 73
  case inputOutput = 74
  case hungUp = 129
  case interrupted = 130
  case terminated = 143

  /// What the status means when a command has nothing more exact to say.
  package var meaning: String {
    switch self {
    case .done: "done"
    case .checkFailed: "a check failed"
    case .wrongUsage: "wrong usage"
    case .badData: "bad input data"
    case .cannotOpen: "an input cannot be opened"
    case .fault: "an internal error"
    case .cannotCreate: "the output cannot be created"
    case .inputOutput: "an error while reading or writing"
    case .hungUp: "hung up"
    case .interrupted: "interrupted"
    case .terminated: "terminated"
    }
  }
}

extension String {
  package var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
