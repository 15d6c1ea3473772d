/// The status with which the process ends; the numbers above 1 are those of sysexits.
package enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
  /// The work was done; an ineligible customer is a normal answer.
  case done = 0

  /// The work was done and a check failed: a test, a lint error, an audit mismatch.
  case checkFailed = 1

  /// The command line is wrong.
  case wrongUsage = 64

  /// The input was read, and it is wrong.
  case badData = 65

  /// An input cannot be opened.
  case cannotOpen = 66

  /// A fault of ours.
  case fault = 70

  /// The output cannot be created.
  case cannotCreate = 73

  /// Reading or writing failed midway.
  case inputOutput = 74

  /// The terminal of the run was closed, as shells report it.
  case hungUp = 129

  /// The user stopped the run, as shells report it.
  case interrupted = 130

  /// The system stopped the run, as shells report it.
  case terminated = 143
}

extension ExitStatus {
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
