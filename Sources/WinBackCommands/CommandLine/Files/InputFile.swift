import CEL

/// An input that the user named: a file, or standard input where the name is `-`.
package struct InputFile: Sendable, Hashable {
  /// The most bytes that are read at once when nothing else is said: 1 GiB.
  package static let defaultLimit = 1 << 30

  private static let pageSize = 4096

  /// The path as the user gave it; `-` for standard input.
  package let path: String

  /// Creates an input.
  package init(_ path: String) {
    self.path = path
  }

  /// What the input is called in messages.
  package var name: String { isStandardInput ? "<standard input>" : path }

  private var isStandardInput: Bool { path == "-" }

  /// Reads the whole input.
  ///
  /// - Parameters:
  ///   - console: Where standard input comes from.
  ///   - limit: The most bytes that are read.
  /// - Returns: The bytes.
  /// - Throws: ``CommandFailure``: when the input cannot be opened, cannot be read to its end, or
  ///   has more bytes than the limit.
  /// - Complexity: O(*n*) in the size of the input.
  package func read(
    on console: Console,
    limit: Int = InputFile.defaultLimit
  ) throws(CommandFailure) -> ContiguousArray<UInt8> {
    try withSource(on: console) { source, size throws(CommandFailure) in
      guard size <= limit else { throw tooLarge(limit) }
      // One byte more than the file has, so that its end shows without growing.
      var bytes = ContiguousArray<UInt8>(repeating: 0, count: max(size &+ 1, Self.pageSize))
      var count = 0
      while true {
        let read = try read(from: source, into: &bytes, from: count)
        count += read
        guard count <= limit else { throw tooLarge(limit) }
        if read == 0 { break }
        if count == bytes.count { bytes.append(contentsOf: repeatElement(0, count: count)) }
      }
      bytes.removeLast(bytes.count - count)
      return bytes
    }
  }

  /// Opens the input for the time of a call, to read it piece by piece.
  ///
  /// - Parameters:
  ///   - console: Where standard input comes from.
  ///   - body: Reads; it gets the source, and the size of a file or else zero.
  /// - Returns: What the body returns.
  /// - Throws: ``CommandFailure`` when the input cannot be opened, and what the body throws.
  package func withSource<Result>(
    on console: Console,
    _ body: (any ByteSource, _ size: Int) throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    guard !isStandardInput else { return try body(console.input, 0) }
    let file = try open()
    console.files.read(file.descriptor)
    // A file that was only read has nothing left to go wrong.
    defer { try? file.descriptor.close() }
    return try body(file.descriptor, file.size)
  }

  /// Returns the failure of a source that breaks off midway.
  package func failure(reading error: SystemError) -> CommandFailure {
    CommandFailure(.inputOutput, "cannot read \(quotedName): \(error.reason)")
  }

  private var quotedName: String { isStandardInput ? "standard input" : "'\(path)'" }

  private func read(
    from source: any ByteSource,
    into bytes: inout ContiguousArray<UInt8>,
    from start: Int
  ) throws(CommandFailure) -> Int {
    do {
      return try source.read(into: &bytes, from: start)
    } catch {
      throw failure(reading: error)
    }
  }

  private func tooLarge(_ limit: Int) -> CommandFailure {
    let megabytes = limit >> 20
    let size = megabytes > 0 ? "\(megabytes) MiB" : "\(limit) bytes"
    return CommandFailure(.badData, "\(quotedName) has more than the \(size) that are read at once")
  }

  private func open() throws(CommandFailure) -> (descriptor: FileDescriptor, size: Int) {
    do throws(SystemError) {
      let descriptor = FileDescriptor(number: try Platform.openForReading(path))
      let status = try Platform.status(of: descriptor.number)
      guard status.kind != .directory else {
        try? descriptor.close()
        throw SystemError.isDirectory
      }
      return (descriptor, status.kind == .regular ? status.size : 0)
    } catch {
      throw CommandFailure(
        .cannotOpen,
        "cannot open '\(path)': \(error.reason)",
        suggestion: error == .noSuchFile ? nearestPath : nil
      )
    }
  }

  /// The path with the name of a neighbour that was most likely meant; nil when none is near.
  private var nearestPath: String? {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { path[...$0] } ?? ""
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    let names = try? Platform.names(inDirectory: folder.isEmpty ? "." : String(folder))
    return nearestName(to: String(name), among: (names ?? []).sorted()).map { folder + $0 }
  }
}
