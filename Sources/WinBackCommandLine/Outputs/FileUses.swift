import Synchronization

/// What the files of a command line are used for: none may be written and used for something else,
/// however it is spelt, and standard input can be read only once.
package struct FileUses {
  private struct Use {
    let name: String
    let path: String
    let isWritten: Bool

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

  package init(_ arguments: ParsedArguments) {
    self.arguments = arguments
    let (positionals, options) = (arguments.command.positionals, arguments.command.options)
    let output = Option.output.description
    for argument in positionals { add(arguments.values(argument), of: argument) }
    add([arguments[.output] ?? "-"], of: output)
    for option in options where option != output { add(arguments.values(option), of: option) }
  }

  /// Checks that no file would be written and is used otherwise, and that at most one input is standard
  /// input; nothing is opened.
  package func check() throws(CommandFailure) {
    let inputs = uses.filter { !$0.isWritten && $0.path == "-" }.map { "'\($0.name)'" }
    guard inputs.count < 2 else {
      throw arguments.wrongUsage(
        "expected at most one input to be standard input, found "
          + inputs.joined(separator: " and ")
      )
    }
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
      ? "\(use.place) for both" : "\(other.place) and \(use.place), which are the same"
    throw arguments.wrongUsage(
      "expected different files for '\(other.name)' and '\(use.name)', found \(found)"
    )
  }

  private mutating func add(_ values: [String], of argument: ArgumentDescription) {
    guard let isWritten = argument.writesFiles else { return }
    uses += values.compactMap(argument.path).map { path in
      Use(name: argument.spelling, path: path, isWritten: isWritten)
    }
  }
}

extension ArgumentDescription {
  /// Whether the files that its values name are written; nil if they name none.
  package var writesFiles: Bool? {
    switch kind {
    case .file(_, let isWritten): isWritten
    case .report: true
    case .directory, .key: false
    case .text, .choices, .command, nil: nil
    }
  }

  /// Returns the path of the file that a value names.
  fileprivate func path(in value: String) -> String? {
    switch kind {
    case .key: value.hasPrefix("file:") ? String(value.dropFirst("file:".count)) : nil
    case .report: value.reportParts.path.isEmpty ? nil : value.reportParts.path
    // A folder of this name is not standard input.
    case .directory: value == "-" ? "./-" : value
    default: value
    }
  }
}

extension String {
  package var namesStandardOutput: Bool { self == "-" || self == "/dev/stdout" }
}

/// What a run knows of its files: those that would be left behind if it ended now, and those that it
/// has read, which it must not write to.
package final class RunFiles: Sendable {
  private struct State {
    var unfinished: Set<String> = []
    var read: Set<FileIdentity> = []
  }

  private let state = Mutex(State())

  /// Creates a file that has to go if the run ends before it has its place; a signal does not end
  /// the run meanwhile.
  func begin<Created: Sendable>(
    _ path: String,
    _ create: () throws(SystemError) -> Created
  ) throws(SystemError) -> Created {
    try state.withLock { state throws(SystemError) in
      let created = try create()
      state.unfinished.insert(path)
      return created
    }
  }

  /// Gives a file its place, or removes it; a signal does not end the run meanwhile.
  func end(_ path: String, _ place: () throws(SystemError) -> Void) throws(SystemError) {
    try state.withLock { state throws(SystemError) in
      try place()
      state.unfinished.remove(path)
    }
  }

  /// Removes a file that would be left behind.
  func removeUnfinished(_ path: String) {
    state.withLock { state in if state.unfinished.remove(path) != nil { try? Platform.remove(path) }
    }
  }

  func read(_ descriptor: FileDescriptor) {
    guard let identity = FileIdentity(of: descriptor) else { return }
    state.withLock { _ = $0.read.insert(identity) }
  }

  func hasRead(_ identity: FileIdentity?) -> Bool {
    guard let identity else { return false }
    return state.withLock { $0.read.contains(identity) }
  }

  /// Removes all that would be left behind, and ends the process; nothing is begun any more.
  func end(process exit: () -> Never) -> Never {
    state.withLock { state in
      for path in state.unfinished { try? Platform.remove(path) }
      exit()
    }
  }
}
