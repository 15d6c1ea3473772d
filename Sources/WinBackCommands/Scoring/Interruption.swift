import Dispatch
import Synchronization

/// The wish of the user, or of the system, that a long run ends now.
final class Interruption: Sendable {
  private let status = Atomic<Int32>(0)

  init() {}

  /// Asks for the end.
  func request(_ status: ExitStatus) {
    self.status.store(status.rawValue, ordering: .relaxed)
  }

  /// Throws where the end was asked for.
  func check() throws(CommandFailure) {
    guard let status = ExitStatus(rawValue: status.load(ordering: .relaxed)), status != .done else {
      return
    }
    throw CommandFailure(status, "interrupted")
  }

  /// Listens to the signals of the process while a body runs: Ctrl-C and a polite kill.
  func listening<Result>(
    _ body: () throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    let queue = DispatchQueue(label: "winback.signals")
    let sources = [(Platform.interrupt, ExitStatus.interrupted), (Platform.terminate, .terminated)]
      .map { signal, status in
        Platform.ignore(signal)
        let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
        source.setEventHandler { self.request(status) }
        source.resume()
        return source
      }
    defer { for source in sources { source.cancel() } }
    return try body()
  }
}
