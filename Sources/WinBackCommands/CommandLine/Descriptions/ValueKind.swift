/// The kind of a value, which decides how a shell completes it.
package enum ValueKind: Sendable, Hashable {
  /// Any text.
  case text

  /// The path of a file; a shell offers those with one of the extensions, or all when there are
  /// none. The extensions have no dot.
  case file(extensions: [String])

  /// The path of a file that the command writes; its extensions are as those of ``file(extensions:)``.
  case newFile(extensions: [String])

  /// The path of a directory.
  case directory

  /// One of a few names; any other is refused.
  case choices([String])

  /// The name of a command.
  case command

  /// The path of any file that the command writes.
  package static let newFile = ValueKind.newFile(extensions: [])

  /// The names to choose from; nil when any text will do.
  var choices: [String]? {
    guard case .choices(let names) = self else { return nil }
    return names
  }
}
