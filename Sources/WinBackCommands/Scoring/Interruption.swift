import Dispatch

/// The wish of the user, or of the system, that a long run ends now.
///
/// It ends the process there and then, whatever its threads are waiting for: a run must bear to be
/// killed at any moment anyway.
struct Interruption: Sendable {
  let console: Console

  /// What the user is told besides.
  let advice: String?

  /// Removes what would be left behind.
  let cleanUp: @Sendable () -> Void

  /// Listens to Ctrl-C and to a polite kill while a body runs.
  func listening<Result>(
    _ body: () throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    let signals = [(Platform.interrupt, ExitStatus.interrupted), (Platform.terminate, .terminated)]
    let queue = DispatchQueue(label: "winback.signals")
    let sources = signals.map { signal, status in
      Platform.ignore(signal)
      let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
      source.setEventHandler { end(status) }
      source.resume()
      return source
    }
    defer {
      for source in sources { source.cancel() }
      // A signal that came before is still heard.
      queue.sync {}
      for (signal, _) in signals { Platform.obey(signal) }
    }
    return try body()
  }

  private func end(_ status: ExitStatus) {
    cleanUp()
    if console.errors.isTerminal { try? console.errors.write(ReadingProgress.erasure) }
    let message = advice.map { "\(status.meaning); \($0)" } ?? status.meaning
    console.report(Diagnostic(.error, message))
    Platform.exit(status.rawValue)
  }
}
