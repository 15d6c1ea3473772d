/// What reading needs of the process around it.
package protocol InputConsole: Sendable {
  var input: any ByteSource { get }

  /// The files that are not on the disk, by the paths that the arguments have for them.
  var memory: [String: MemoryFile] { get }

  /// Notes that a file is read, so that nothing is written to it.
  func noteReading(_ file: FileDescriptor)

  func report(_ diagnostic: Diagnostic)

  /// Returns who shows how far a run over some files has come, from what an earlier run has read; nil if
  /// nobody wants to know.
  func progress(
    of files: [InputFile],
    in range: ByteRange,
    from start: HistoryReading
  ) -> (any ReadingProgress)?
}

extension InputConsole {
  package func warn(_ message: String, file: String? = nil, suggestion: String? = nil) {
    report(Diagnostic(.warning, message, file: file, suggestion: suggestion))
  }
}

/// Shows how far a run has come.
package protocol ReadingProgress: Sendable {
  mutating func update(offset: Int, customers: Int)

  /// Ends what is shown at the moment.
  mutating func clear()
}
