import WinBackFiles

/// How a file is opened that is written beside its path, so that a later run can continue it.
enum ResumableFile {
  enum Beginning: Sendable, Hashable {
    case anew
    /// The earlier run's bytes that stay.
    case bytes(Int)
    /// All of it, and the file may have its name already.
    case whole(Int)
  }

  /// Creates the file, or continues with that of an earlier run; returns nil if it is whole and has its
  /// name.
  static func open(
    _ place: OutputPlace,
    _ beginning: Beginning
  ) throws(CommandFailure) -> FileDescriptor? {
    guard place.existing?.kind != .stream else {
      throw CommandFailure(
        .cannotCreate,
        "cannot create '\(place.path)': expected a file, which a later run can continue"
      )
    }
    let isThere = Platform.isThere(place.partial)
    switch beginning {
    case .anew: return try create(place)
    case .bytes(0) where !isThere: return try create(place)
    case .bytes(let size): return try open(place.partial, keeping: size)
    case .whole(let size): return isThere ? try open(place.partial, keeping: size) : nil
    }
  }

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
