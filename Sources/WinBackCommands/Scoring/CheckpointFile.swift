import Synchronization
import WinBackFiles
import WinBackFormats

/// The file of a checkpoint, which one run holds at a time.
///
/// The lock belongs to the open file, so that the system takes it away however the process ends.
final class CheckpointFile: Sendable {
  let path: String

  private let place: OutputPlace
  private let files: RunFiles

  private struct State {
    var descriptor: FileDescriptor
    var isEmpty: Bool
  }

  private let state: Mutex<State>

  /// Opens the file and locks it; it is created if it is not there.
  init(path: String, _ files: RunFiles) throws(CommandFailure) {
    self.path = path
    self.files = files
    let place = try OutputPlace(path, files: files)
    self.place = place
    guard place.existing?.kind != .stream else {
      throw CommandFailure(.cannotCreate, "cannot create '\(path)': expected a file")
    }
    var descriptor: FileDescriptor?
    do throws(SystemError) {
      repeat {
        descriptor = try Self.lock(place, files)
      } while descriptor == nil
    } catch .locked {
      throw Self.isHeld(path)
    } catch {
      throw place.failure(creating: error)
    }
    guard let descriptor else { throw place.failure(creating: .noSuchFile) }
    let size = (try? Platform.status(of: descriptor.number))?.size ?? 0
    state = Mutex(State(descriptor: descriptor, isEmpty: size == 0))
    guard size == 0, Platform.isThere(place.partial) else { return }
    discard()
    throw place.partialExists
  }

  /// Opens and locks what has the path; nil if that has become another file meanwhile.
  private static func lock(
    _ place: OutputPlace,
    _ files: RunFiles
  ) throws(SystemError) -> FileDescriptor? {
    let descriptor = FileDescriptor(
      number: try Platform.openOrCreate(place.destination, permissions: place.permissions)
    )
    do throws(SystemError) {
      guard try Platform.lock(descriptor.number) else { throw .locked }
      let status = try Platform.status(of: descriptor.number)
      if (try? Platform.status(ofPath: place.destination))?.identity == status.identity {
        // A file without anything in it has nothing that could be gone on with.
        if status.size == 0 { try files.begin(place.destination) {} }
        return descriptor
      }
    } catch {
      try? descriptor.close()
      throw error
    }
    try? descriptor.close()
    return nil
  }

  private static func isHeld(_ path: String) -> CommandFailure {
    var message = "another run is using this checkpoint"
    if let descriptor = try? Platform.openForReading(path) {
      let file = FileDescriptor(number: descriptor)
      if let bytes = try? contents(of: file), let checkpoint = try? Checkpoint(json: bytes) {
        message += ": \(checkpoint.holder.text)"
      }
      try? file.close()
    }
    return CommandFailure(.cannotCreate, message, file: path)
  }

  private static func contents(
    of file: FileDescriptor
  ) throws(SystemError) -> ContiguousArray<UInt8> {
    try file.seek(to: 0)
    var bytes = ContiguousArray<UInt8>(repeating: 0, count: 1 << 16)
    var end = 0
    while try !file.fill(&bytes, from: &end) { bytes.appendZeros(end) }
    bytes.removeLast(bytes.count - end)
    return bytes
  }

  func read() throws(CommandFailure) -> ContiguousArray<UInt8> {
    do throws(SystemError) {
      return try state.withLock { state throws(SystemError) in
        try Self.contents(of: state.descriptor)
      }
    } catch {
      throw InputFile(path).failure(reading: error)
    }
  }

  /// Saves a checkpoint; whatever happens, the file is this one or the last one.
  func save(_ checkpoint: Checkpoint) throws(CommandFailure) {
    let bytes = checkpoint.json
    do throws(SystemError) {
      try state.withLock { state throws(SystemError) in
        if state.isEmpty {
          try Self.write(bytes, to: state.descriptor)
          state.isEmpty = false
          Platform.synchronize(directory: place.destination.parentDirectory)
        } else {
          try replace(&state, bytes)
        }
      }
    } catch {
      throw place.failure(writing: error)
    }
  }

  private static func write(
    _ bytes: ContiguousArray<UInt8>,
    to file: FileDescriptor
  ) throws(SystemError) {
    try file.write(bytes.span)
    try Platform.synchronize(file.number)
  }

  /// Replaces the last file by another one; both are locked, so the path is always locked.
  private func replace(_ state: inout State, _ bytes: ContiguousArray<UInt8>) throws(SystemError) {
    // Nobody but a run that held the checkpoint can have left it.
    if Platform.isThere(place.partial) { try Platform.remove(place.partial) }
    let next = try place.createPartial()
    do throws(SystemError) {
      place.restorePermissions(of: next)
      guard try Platform.lock(next.number) else { throw .locked }
      try Self.write(bytes, to: next)
      try place.namePartial()
    } catch {
      try? next.close()
      files.removeUnfinished(place.partial)
      throw error
    }
    try? state.descriptor.close()
    state.descriptor = next
  }

  /// Lets the file stay for a later run if this one ends now, and the outputs that it counts.
  func keep(with outputs: ScoreOutputs) {
    files.keep([place.destination] + outputs.resumablePaths)
    files.canContinue = true
  }

  func remove() {
    try? Platform.remove(place.destination)
    state.withLock { try? $0.descriptor.close() }
  }

  /// Lets others have the file, which goes where nothing can be gone on with.
  func discard() {
    files.removeUnfinished(place.destination)
    state.withLock { try? $0.descriptor.close() }
  }
}
