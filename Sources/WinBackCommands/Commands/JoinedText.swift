import WinBackFiles
import WinBackFormats

/// The text of several inputs that are read as one, each of which starts on a line of its own.
struct JoinedText {
  private(set) var bytes: ContiguousArray<UInt8> = []
  private var starts: [(name: String, line: Int)] = []
  private var lineCount = 0

  var name: String { starts.map(\.name).joined(separator: ", ") }

  mutating func append(_ contents: ContiguousArray<UInt8>, of name: String) {
    if !starts.isEmpty { bytes.append(UInt8(ascii: "\n")) }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    // Between documents, a mark of byte order would be a fault.
    let hasMark = !starts.isEmpty && contents.starts(with: mark)
    bytes += hasMark ? contents.dropFirst(3) : contents[...]
    starts.append((name, lineCount))
    lineCount += contents.count { $0 == UInt8(ascii: "\n") } + 1
  }

  func diagnostic(_ severity: Diagnostic.Severity, _ message: FormatWarning) -> Diagnostic {
    let file = starts.last { $0.line < message.line ?? 0 } ?? starts.first
    return Diagnostic(severity, message, file: file?.name, after: file?.line ?? 0)
  }
}
