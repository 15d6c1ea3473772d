import Synchronization

/// What a run knows of its files: those that would be left behind if it ended now, and those that it
/// has read, which it must not write to.
final class RunFiles: Sendable {
  private struct State {
    var unfinished: Set<String> = []
    var read: Set<FileIdentity> = []
    var canContinue = false
  }

  private let state = Mutex(State())

  /// Creates a file that has to go if the run ends before it has its place; a signal does not end
  /// the run meanwhile.
  func begin(
    _ path: String,
    _ create: () throws(SystemError) -> Void
  ) throws(SystemError) {
    try state.withLock { state throws(SystemError) in
      try create()
      state.unfinished.insert(path)
    }
  }

  /// Gives a file its place, or removes it; a signal does not end the run meanwhile.
  func end(
    _ path: String,
    _ place: () throws(SystemError) -> Void
  ) throws(SystemError) {
    try state.withLock { state throws(SystemError) in
      try place()
      state.unfinished.remove(path)
    }
  }

  /// Lets files stay where they are if the run ends now: all of them, or none.
  func keep(_ paths: [String]) {
    state.withLock { $0.unfinished.subtract(paths) }
  }

  /// Removes a file that would be left behind; one that is to stay stays.
  func removeUnfinished(_ path: String) {
    state.withLock { state in
      if state.unfinished.remove(path) != nil { try? Platform.remove(path) }
    }
  }

  /// Notes an input that was opened.
  func read(_ descriptor: FileDescriptor) {
    guard let identity = FileIdentity(of: descriptor) else { return }
    state.withLock { _ = $0.read.insert(identity) }
  }

  /// Returns whether a file was opened as an input.
  func hasRead(_ identity: FileIdentity?) -> Bool {
    guard let identity else { return false }
    return state.withLock { $0.read.contains(identity) }
  }

  /// Whether the same command continues from here if the run ends now.
  var canContinue: Bool {
    get { state.withLock { $0.canContinue } }
    set { state.withLock { $0.canContinue = newValue } }
  }

  /// Removes all that would be left behind, and ends the process; nothing is begun any more.
  func end(process exit: () -> Never) -> Never {
    state.withLock { state in
      for path in state.unfinished { try? Platform.remove(path) }
      exit()
    }
  }
}
