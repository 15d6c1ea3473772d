import WinBackFormats

/// Inputs that are read as one, one after the other.
struct InputFiles: Sendable {
  private let files: [InputFile]

  init(_ paths: [String]) {
    files = paths.map { InputFile($0) }
  }

  /// What the inputs are called together.
  var name: String { files.map(\.name).joined(separator: ", ") }

  /// Reads all inputs, of which the first has been read.
  ///
  /// - Throws: ``CommandFailure`` where one cannot be read.
  func read(
    startingWith first: ContiguousArray<UInt8>,
    on console: Console
  ) throws(CommandFailure) -> Text {
    var text = Text()
    for (index, file) in files.enumerated() {
      text.append(try index == 0 ? first : file.read(on: console), of: file.name)
    }
    return text
  }
}

extension InputFiles {
  /// The text of several inputs, each of which starts on a line of its own.
  struct Text {
    private(set) var bytes: ContiguousArray<UInt8> = []
    private var starts: [(name: String, line: Int)] = []
    private var lineCount = 0

    fileprivate mutating func append(_ contents: ContiguousArray<UInt8>, of name: String) {
      if !starts.isEmpty { bytes.append(UInt8(ascii: "\n")) }
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      // Between documents, a mark of byte order would be a fault.
      let hasMark = !starts.isEmpty && contents.starts(with: mark)
      bytes += hasMark ? contents.dropFirst(3) : contents[...]
      starts.append((name, lineCount))
      lineCount += contents.count { $0 == UInt8(ascii: "\n") } + 1
    }

    /// Returns a message at its place in the input that it is about.
    func diagnostic(_ severity: Diagnostic.Severity, _ message: FormatWarning) -> Diagnostic {
      let file = starts.last { $0.line < message.line ?? 0 } ?? starts.first
      return Diagnostic(
        severity,
        message.message,
        file: file?.name,
        line: message.line.map { $0 - (file?.line ?? 0) },
        column: message.column,
        path: message.path.isEmpty ? nil : message.path.abbreviatedPath
      )
    }
  }
}
