/// The end of a command that could not do its work.
package struct CommandFailure: Error, Sendable, Hashable {
  /// The status with which the process ends.
  package let status: ExitStatus

  /// The messages for the user, in this order.
  package let diagnostics: [Diagnostic]

  /// Where the user finds more, in a last line of its own.
  package let hint: String?

  /// Creates a failure.
  package init(_ status: ExitStatus, _ diagnostics: [Diagnostic], hint: String? = nil) {
    self.status = status
    self.diagnostics = diagnostics
    self.hint = hint
  }

  /// Creates a failure with one error message.
  package init(
    _ status: ExitStatus,
    _ message: String,
    file: String? = nil,
    suggestion: String? = nil
  ) {
    self.init(status, [Diagnostic(.error, message, file: file, suggestion: suggestion)])
  }

  /// The reader of our output has had enough, as `head` has after ten lines.
  ///
  /// There is nobody to tell and nothing went wrong, so the process ends quietly with status 0.
  package static let readerIsGone = CommandFailure(.done, [])
}
