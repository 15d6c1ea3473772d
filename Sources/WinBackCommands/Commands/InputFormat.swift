import WinBackFormats

/// What the options of input formats and the messages about them have in common.
enum InputFormat {
  /// The name that leaves it to the input.
  private static let automatic = "auto"

  /// Returns the values of an option that names a format.
  static func names<Format: CaseIterable & RawRepresentable<String>>(
    of format: Format.Type
  ) -> [String] {
    [automatic] + Format.allCases.map(\.rawValue)
  }

  /// Returns the format that an option names; nil to find it out from the input.
  static func named<Format: RawRepresentable<String>>(_ name: String?) -> Format? {
    name.flatMap(Format.init(rawValue:))
  }

  /// Tells what an input was taken for, where that was asked, and what its reader has to say.
  static func report(
    _ format: String,
    _ warnings: [FormatWarning],
    file: InputFile,
    isVerbose: Bool,
    on console: Console
  ) {
    if isVerbose {
      console.report(Diagnostic(.note, "read as the format '\(format)'", file: file.name))
    }
    for warning in warnings {
      console.report(
        Diagnostic(
          .warning,
          warning.message,
          file: file.name,
          line: warning.line,
          column: warning.column,
          path: warning.path.isEmpty ? nil : warning.path.abbreviatedPath
        )
      )
    }
  }
}
