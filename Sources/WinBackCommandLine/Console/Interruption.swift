#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The wish of the user, or of the system, that a run ends now: Ctrl-C, a polite kill, a terminal that is
/// closed.
///
/// It ends the process there and then, whatever its threads are waiting for: a run must bear to be
/// killed at any moment anyway. What would be left behind is removed.
extension Console {
  /// Runs a body while a thread waits for signals.
  ///
  /// A signal that was ignored before, as `nohup` does, stays ignored. Without a thread to be had, a signal ends the
  /// process as it ends any other.
  package func listeningForSignals(_ body: () -> ExitStatus) -> ExitStatus {
    var signals = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&signals)
    for number in [SIGHUP, SIGINT, SIGTERM] where !isIgnored(number) {
      unsafe sigaddset(&signals, number)
    }
    // Threads that start later do not take them, either.
    unsafe pthread_sigmask(SIG_BLOCK, &signals, &before)
    do throws(SystemError) {
      try Platform.startThread { [signals] in
        var signals = signals
        var number: Int32 = 0
        while true {
          guard unsafe sigwait(&signals, &number) == 0,
            let status = ExitStatus(rawValue: 128 + number)
          else { continue }
          end(status)
        }
      }
    } catch {
      unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    return body()
  }

  private func isIgnored(_ number: Int32) -> Bool {
    let action = signal(number, SIG_DFL)
    signal(number, action)
    return unsafe unsafeBitCast(action, to: Int.self) == 1
  }

  private func end(_ status: ExitStatus) -> Never {
    files.end {
      if errors.isTerminal { try? errors.write(ProgressLine.erasure) }
      report(Diagnostic(.error, status.meaning))
      Platform.exit(status.rawValue)
    }
  }
}
