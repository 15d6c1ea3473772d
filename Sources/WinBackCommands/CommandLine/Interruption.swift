import Dispatch

/// The wish of the user, or of the system, that a run ends now: Ctrl-C, a polite kill, a terminal that is
/// closed.
///
/// It ends the process there and then, whatever its threads are waiting for: a run must bear to be
/// killed at any moment anyway. What would be left behind is removed.
struct Interruption: Sendable {
  let console: Console

  /// Listens while a body runs.
  ///
  /// A signal that who started the process has it ignore is ignored, as `nohup` wants.
  func listening<Result>(_ body: () -> Result) -> Result {
    let signals = [
      (Platform.hangUp, ExitStatus.hungUp), (Platform.interrupt, .interrupted),
      (Platform.terminate, .terminated),
    ].filter { signal, _ in Platform.ignore(signal) }
    let queue = DispatchQueue(label: "winback.signals")
    let sources = signals.map { signal, status in
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
    return body()
  }

  private func end(_ status: ExitStatus) -> Never {
    let canContinue = console.files.canContinue
    console.files.end {
      if console.errors.isTerminal { try? console.errors.write(ReadingProgress.erasure) }
      let message = status.meaning + (canContinue ? "; the same command continues from there" : "")
      console.report(Diagnostic(.error, message))
      Platform.exit(status.rawValue)
    }
  }
}
