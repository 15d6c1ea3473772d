/// What the files of a command line are used for: none may be written and used for something else,
/// however it is spelt.
struct FileUses {
  private struct Use {
    let name: String
    let path: String
    let isWritten: Bool
    /// What the path is, if it is not the one that the user gave.
    var note = ""

    /// Which file it is; nil for a device, a pipe or a directory.
    var identity: FileIdentity? {
      switch (path, isWritten) {
      case ("-", true), ("/dev/stdout", true): FileIdentity(of: .standardOutput)
      case ("-", false): FileIdentity(of: .standardInput)
      default: FileIdentity(ofPath: path)
      }
    }

    var isStandardOutput: Bool { isWritten && path.namesStandardOutput }

    var place: String { isStandardOutput ? "standard output" : "'\(path)'" }
  }

  private let arguments: ParsedArguments
  private var uses: [Use] = []

  /// Finds the files of a command line by what its description says of them.
  init(_ arguments: ParsedArguments) {
    self.arguments = arguments
    for positional in arguments.command.positionals {
      add(arguments.values(positional), of: positional.kind, as: positional.name)
    }
    let options = arguments.command.options
    let output = Option.output.description
    if options.contains(output) {
      add([arguments[.output] ?? "-"], of: .newFile, as: output.spelling)
    }
    for option in options where option != output {
      guard let kind = option.kind else { continue }
      add(arguments.texts(of: option), of: kind, as: option.spelling)
    }
  }

  /// Adds the files in which results stand until they are whole.
  mutating func addPartialFiles(of options: [Option<String?>]) {
    for option in options {
      guard let path = arguments[option] else { continue }
      let destination = (try? Platform.resolvedPath(path)) ?? path
      uses.append(
        Use(
          name: option.description.spelling,
          path: destination + ResumableFile.suffix,
          isWritten: true,
          note: ", in which '\(option.description.spelling)' is written first"
        )
      )
    }
  }

  /// Checks that no file would be written and is used otherwise; nothing is opened.
  func check() throws(CommandFailure) {
    var standardOutput: Use?
    var files: [FileIdentity: Use] = [:]
    for use in uses.filter({ !$0.isWritten }) + uses.filter(\.isWritten) {
      if use.isStandardOutput {
        try check(use, against: standardOutput)
        standardOutput = use
      }
      guard let identity = use.identity else { continue }
      try check(use, against: files[identity])
      files[identity] = use
    }
  }

  private func check(_ use: Use, against other: Use?) throws(CommandFailure) {
    guard let other, use.isWritten else { return }
    let found =
      use.place == other.place
      ? "\(use.place) for both\(use.note)\(other.note)"
      : "\(other.place)\(other.note) and \(use.place)\(use.note), which are the same"
    throw arguments.wrongUsage(
      "expected different files for '\(other.name)' and '\(use.name)', found \(found)"
    )
  }

  private mutating func add(_ paths: [String], of kind: ValueKind, as name: String) {
    switch kind {
    case .file:
      for path in paths { uses.append(Use(name: name, path: path, isWritten: false)) }
    case .newFile:
      for path in paths { uses.append(Use(name: name, path: path, isWritten: true)) }
    case .text, .directory, .choices, .command: break
    }
  }
}

extension String {
  /// Whether the path is that of standard output.
  var namesStandardOutput: Bool { self == "-" || self == "/dev/stdout" }
}
