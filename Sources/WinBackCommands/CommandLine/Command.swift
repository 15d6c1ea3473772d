/// One of the things that winback does.
///
/// A command is a value: it is made from arguments, runs on a console, and answers with a status.
/// A test does the same in process and looks at what was written.
package protocol Command: Sendable {
  /// The command as data.
  static var description: CommandDescription { get }

  /// Creates the command from its arguments.
  ///
  /// - Throws: ``CommandFailure`` when the arguments do not fit together; see
  ///   ``ParsedArguments/wrongUsage(_:suggestion:)``.
  init(_ arguments: ParsedArguments) throws(CommandFailure)

  /// Does the work: results go to standard output or the output file, messages to standard error.
  ///
  /// - Returns: ``ExitStatus/done``, or ``ExitStatus/checkFailed``.
  /// - Throws: ``CommandFailure`` when the work cannot be done.
  func run(on console: Console) throws(CommandFailure) -> ExitStatus
}
