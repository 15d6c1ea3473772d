/// A file that is written under a temporary name beside its path, so that a later run can continue it.
struct ResumableFile: WrittenFile {
  enum Beginning: Sendable, Hashable {
    case anew
    /// The earlier run's bytes that stay.
    case bytes(Int)
    /// All of it, and the file may have its name already.
    case whole(Int)
  }

  /// The open file; nil if it is whole and has its name.
  let sink: FileDescriptor?

  private let place: OutputPlace
  private let files: RunFiles

  /// Creates the file, or continues with that of an earlier run; `files` receives what would be
  /// left behind, also a file that was begun again.
  ///
  /// - Throws: ``CommandFailure`` when a file cannot be created there, or is not that of the run.
  init(path: String, _ beginning: Beginning, _ files: RunFiles) throws(CommandFailure) {
    self.files = files
    place = try OutputPlace(path, files: files)
    guard place.existing?.kind != .stream else {
      throw CommandFailure(
        .cannotCreate,
        "cannot create '\(path)': expected a file, which a later run can continue"
      )
    }
    let partial = place.partial
    switch beginning {
    case .anew: sink = try Self.create(place)
    case .bytes(let size):
      sink =
        if size == 0, !Platform.isThere(partial) {
          try Self.create(place)
        } else {
          try Self.open(partial, keeping: size)
        }
    case .whole(let size):
      sink = Platform.isThere(partial) ? try Self.open(partial, keeping: size) : nil
    }
    if let sink { place.restorePermissions(of: sink) }
  }

  /// Returns when all that was written is on the disk.
  func synchronize() throws(CommandFailure) {
    do {
      if let sink { try Platform.synchronize(sink.number) }
    } catch {
      throw place.failure(writing: error)
    }
  }

  func finish() throws(CommandFailure) {
    guard let sink else { return }
    do {
      try sink.close()
      try place.namePartial()
    } catch {
      throw place.failure(writing: error)
    }
  }

  func discard() {
    // The failure that brought us here is the one to tell.
    try? sink?.close()
    files.removeUnfinished(partial)
  }

  var partial: String { place.partial }

  private static func create(_ place: OutputPlace) throws(CommandFailure) -> FileDescriptor {
    do throws(SystemError) {
      return try place.createPartial()
    } catch .alreadyExists {
      throw place.partialExists
    } catch {
      throw place.failure(creating: error)
    }
  }

  private static func open(
    _ partial: String,
    keeping size: Int
  ) throws(CommandFailure) -> FileDescriptor {
    let found: Int
    do throws(SystemError) {
      let descriptor = FileDescriptor(number: try Platform.openForAppending(partial))
      let status = try Platform.status(of: descriptor.number)
      found = status.kind == .regular ? status.size : 0
      if found >= size {
        if found > size { try Platform.truncate(descriptor.number, to: size) }
        return descriptor
      }
      try? descriptor.close()
    } catch {
      throw CommandFailure(.badData, "cannot continue '\(partial)': \(error.reason)")
    }
    throw CommandFailure(
      .badData,
      "cannot continue '\(partial)': expected at least \(size) bytes, found \(found)"
    )
  }
}
