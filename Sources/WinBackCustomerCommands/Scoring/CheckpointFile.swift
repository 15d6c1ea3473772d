import Synchronization
import WinBackCommandLine
import WinBackFiles
import WinBackFormats

/// The file of a checkpoint, which one run holds at a time.
///
/// The lock belongs to the open file, so that the system takes it away however the process ends.
final class CheckpointFile: Sendable {
  let path: String

  private let place: OutputPlace

  private struct State {
    var descriptor: FileDescriptor
    var isEmpty: Bool
  }

  private let state: Mutex<State>

  /// Opens the file and locks it; it is created if it is not there.
  init(path: String, _ files: RunFiles) throws(CommandFailure) {
    self.path = path
    let place = try OutputPlace(path, files: files)
    self.place = place
    guard place.existing?.kind != .stream else {
      throw .cannotCreate(path, "expected a file")
    }
    let descriptor: FileDescriptor
    do throws(SystemError) {
      descriptor = try Self.lock(place)
    } catch .locked {
      throw Self.isHeld(path)
    } catch {
      throw place.failure(creating: error)
    }
    let size = (try? Platform.status(of: descriptor.number))?.size ?? 0
    state = Mutex(State(descriptor: descriptor, isEmpty: size == 0))
    guard size == 0, Platform.isThere(place.partial) else { return }
    discard()
    throw place.partialExists
  }

  /// Opens and locks what has the path, again if that has become another file meanwhile.
  private static func lock(_ place: OutputPlace) throws(SystemError) -> FileDescriptor {
    while true {
      let descriptor = FileDescriptor(
        number: try Platform.openOrCreate(place.destination, permissions: place.permissions)
      )
      do throws(SystemError) {
        guard try Platform.lock(descriptor.number) else { throw .locked }
        let status = try Platform.status(of: descriptor.number)
        if (try? Platform.status(ofPath: place.destination))?.identity == status.identity {
          // A file without anything in it has nothing that could be gone on with.
          if status.size == 0 { try place.files.begin(place.destination) {} }
          return descriptor
        }
      } catch {
        try? descriptor.close()
        throw error
      }
      try? descriptor.close()
    }
  }

  private static func isHeld(_ path: String) -> CommandFailure {
    var message = "another run is using this checkpoint"
    if let descriptor = try? Platform.openForReading(path) {
      let file = FileDescriptor(number: descriptor)
      if let bytes = try? file.contents(), let checkpoint = try? Checkpoint(json: bytes) {
        message += ": \(checkpoint.holder.text)"
      }
      try? file.close()
    }
    return CommandFailure(.cannotCreate, message, file: path)
  }

  func read() throws(CommandFailure) -> ContiguousArray<UInt8> {
    do throws(SystemError) {
      return try state.withLock { state throws(SystemError) in try state.descriptor.contents() }
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
          try state.descriptor.writeThrough(bytes)
          state.isEmpty = false
          place.synchronizeDirectory()
        } else {
          try replace(&state, bytes)
        }
      }
    } catch {
      throw place.failure(writing: error)
    }
  }

  /// Replaces the last file by another one; both are locked, so the path is always locked.
  private func replace(_ state: inout State, _ bytes: ContiguousArray<UInt8>) throws(SystemError) {
    // Nobody but a run that held the checkpoint can have left it.
    if Platform.isThere(place.partial) { try Platform.remove(place.partial) }
    let next = try place.createPartial()
    do throws(SystemError) {
      place.restorePermissions(of: next)
      guard try Platform.lock(next.number) else { throw .locked }
      try next.writeThrough(bytes)
      try place.take(place.partial)
    } catch {
      try? next.close()
      place.files.removeUnfinished(place.partial)
      throw error
    }
    try? state.descriptor.close()
    state.descriptor = next
  }

  /// Lets the file stay for a later run if this one ends now, and the outputs that it counts.
  func keep(with outputs: ScoreOutputs) {
    place.files.keep([place.destination] + outputs.resumablePaths)
    place.files.canContinue = true
  }

  func remove() {
    try? Platform.remove(place.destination)
    state.withLock { try? $0.descriptor.close() }
  }

  /// Lets others have the file, which goes where nothing can be gone on with.
  func discard() {
    place.files.removeUnfinished(place.destination)
    state.withLock { try? $0.descriptor.close() }
  }
}

extension FileDescriptor {
  fileprivate func contents() throws(SystemError) -> ContiguousArray<UInt8> {
    try seek(to: 0)
    var bytes = ContiguousArray<UInt8>(repeating: 0, count: 1 << 16)
    var end = 0
    while try !fill(&bytes, from: &end) { bytes.appendZeros(end) }
    bytes.removeLast(bytes.count - end)
    return bytes
  }

  /// Writes bytes, and returns when they are on the disk.
  fileprivate func writeThrough(_ bytes: ContiguousArray<UInt8>) throws(SystemError) {
    try write(bytes.span)
    try Platform.synchronize(number)
  }
}
