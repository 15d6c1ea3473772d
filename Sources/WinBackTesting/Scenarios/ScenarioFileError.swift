package import WinBackFormats

/// A fault in a scenario file, or in a file that it names.
package struct ScenarioFileError: Error, Sendable, Hashable {
  /// The path of the file that is at fault.
  package let file: String

  /// What is wrong, and where in that file.
  package let error: FormatError
}
