import WinBackFormats

/// What the messages about input formats have in common.
enum InputFormat {
  /// Reports the detected format of an input, where that was asked, and what its reader has to say.
  static func report(
    _ format: String,
    _ warnings: [FormatWarning],
    file: InputFile,
    isVerbose: Bool,
    on console: Console
  ) {
    if isVerbose {
      console.report(Diagnostic(.note, "read as the format \(format)", file: file.name))
    }
    for warning in warnings { console.report(Diagnostic(warning, file: file.name)) }
  }
}

extension Diagnostic {
  /// Creates a message of a reader.
  init(_ warning: FormatWarning, file: String) {
    self.init(
      .warning,
      warning.message,
      file: file,
      line: warning.line,
      column: warning.column,
      path: warning.path.isEmpty ? nil : warning.path.abbreviatedPath
    )
  }
}

extension ValueType {
  /// The name of a format; nil to detect it from the input.
  static func format<Format>(
    of type: Format.Type
  ) -> Self where Format: CaseIterable & RawRepresentable<String>, Value == Format? {
    .choice(["auto"] + Format.allCases.map(\.rawValue)) { Format(rawValue: $0) }
  }
}

extension Option {
  /// Declares the option that names the format of the input; it is nil to find it out.
  static func format<Format>(
    _ type: ValueType<Value>
  ) -> Self where Value == Format? {
    Option(
      "format",
      "NAME",
      type,
      or: nil,
      help: "read the input as this format",
      default: "detected from the input",
      section: .common
    )
  }
}
