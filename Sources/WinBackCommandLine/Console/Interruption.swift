#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

import Dispatch
package import WinBackFiles

/// The wish of the user, or of the system, that a run ends now: Ctrl-C, a polite kill, a terminal that is
/// closed.
///
/// It ends the process there and then, whatever its threads are waiting for: a run must bear to be
/// killed at any moment anyway. What would be left behind is removed.
package struct Interruption: Sendable {
  private let console: Console

  package init(console: Console) { self.console = console }

  /// A signal that who started the process has it ignore is ignored, as `nohup` wants.
  package func listening(_ body: () -> ExitStatus) -> ExitStatus {
    let signals = [(SIGHUP, ExitStatus.hungUp), (SIGINT, .interrupted), (SIGTERM, .terminated)]
      .filter { number, _ in
        // Ignored, a signal does not end the process, and its listener still hears it.
        let before = signal(number, SIG_IGN)
        return unsafe unsafeBitCast(before, to: Int.self) != 1
      }
    let queue = DispatchQueue(label: "winback.signals")
    let sources = signals.map { number, status in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { end(status) }
      source.resume()
      return source
    }
    defer {
      for source in sources { source.cancel() }
      // A signal that came before is still heard.
      queue.sync {}
      for (number, _) in signals { signal(number, SIG_DFL) }
    }
    return body()
  }

  private func end(_ status: ExitStatus) -> Never {
    console.files.end {
      if console.errors.isTerminal { try? console.errors.write(ProgressLine.erasure) }
      console.report(Diagnostic(.error, status.meaning))
      Platform.exit(status.rawValue)
    }
  }
}
