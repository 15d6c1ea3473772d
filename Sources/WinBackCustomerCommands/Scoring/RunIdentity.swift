package import WinBackCommandLine
package import WinBackFiles
import WinBackFormats

/// What tells a run from others, so that only the same command continues from a checkpoint.
///
/// It is a hash of the whole command line and of the contents of the input files. An option is a part of it
/// unless its declaration says that it leaves results as they are, so a new option cannot be forgotten.
/// Nobody can read customers or keys out of it.
package struct RunIdentity {
  private var hash = SHA256()

  package init() { add(Version.current) }

  package var text: String {
    hash.digest().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Adds a text; nothing that follows can look like a part of it.
  mutating func add(_ text: some StringProtocol) {
    hash.update("\(text.utf8.count):".utf8)
    hash.update(text.utf8)
  }

  /// Adds all arguments and options of a command but for one, and the contents of the files that it reads.
  package mutating func add(
    _ arguments: ParsedArguments,
    besides option: any OptionDeclaration
  ) throws(CommandFailure) {
    for argument in arguments.command.positionals + arguments.command.options
    where argument.changesResults && argument.name != option.description.name {
      let texts = arguments.values(argument)
      guard !texts.isEmpty else { continue }
      add(argument.spelling)
      add("\(texts.count)")
      for text in texts {
        add(text)
        guard case .file(_, isWritten: false)? = argument.kind else { continue }
        let file = InputFile(text)
        guard let contents = try file.contentsIdentity() else {
          throw arguments.wrongUsage(
            "option '--checkpoint' needs a file to read: \(file.quotedName) cannot be read again"
          )
        }
        hash.update(contents)
      }
    }
  }
}

extension InputFile {
  private static let identifyingSize = 1 << 20
  private static let pieceSize = 1 << 12

  /// Returns a hash of the contents; nil if the input is not a file, which can be read twice.
  ///
  /// A file of at most 1 MiB is read as a whole. Of a longer one, its size, the time when it was
  /// changed last, and 1 MiB in pieces from its start to its end count. Another export has other bytes in
  /// some of these pieces, and an edit of a few bytes another time.
  fileprivate func contentsIdentity() throws(CommandFailure) -> [UInt8]? {
    let status: Platform.FileStatus
    let file: FileDescriptor
    do throws(SystemError) {
      guard path != "-", try Platform.status(ofPath: path).kind == .regular else { return nil }
      file = FileDescriptor(number: try Platform.openForReading(path))
      status = try Platform.status(of: file.number)
    } catch {
      throw CommandFailure(.cannotOpen, "cannot open \(quotedName): \(error.reason)")
    }
    defer { try? file.close() }
    var hash = SHA256()
    hash.update("\(status.size):".utf8)
    do throws(SystemError) {
      guard status.size > Self.identifyingSize else {
        try hash.update(status.size, bytesOf: file)
        return hash.digest()
      }
      hash.update("\(status.modified):".utf8)
      let count = Self.identifyingSize / Self.pieceSize
      let step = (status.size - Self.pieceSize) / (count - 1)
      for index in 0..<count {
        let isLast = index == count - 1
        try file.seek(to: isLast ? status.size - Self.pieceSize : index * step)
        try hash.update(Self.pieceSize, bytesOf: file)
      }
      return hash.digest()
    } catch {
      throw failure(reading: error)
    }
  }
}

extension SHA256 {
  /// Takes the next bytes of a file, fewer only where it ends.
  fileprivate mutating func update(_ count: Int, bytesOf file: FileDescriptor) throws(SystemError) {
    var bytes = ContiguousArray<UInt8>(repeating: 0, count: count)
    var end = 0
    _ = try file.fill(&bytes, from: &end)
    update(bytes[..<end])
  }
}
