import WinBackCommandLine

/// A command over the histories of many customers; all of these have the same options.
protocol CohortCommand: Command {
  var options: CohortOptions { get }

  init(options: CohortOptions)
}

extension CohortCommand {
  init(arguments: ParsedArguments) throws(CommandFailure) {
    self.init(options: try CohortOptions(arguments))
  }

  var arguments: ParsedArguments { options.arguments }
}
