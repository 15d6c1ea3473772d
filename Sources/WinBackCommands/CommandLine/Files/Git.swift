/// The program git, which answers questions about the repository around a folder.
///
/// Nobody has to trust the repository. Its configuration starts no program and no hook, and git
/// fetches nothing that the repository does not have. The variables `GIT_*` of our environment do
/// not count, so that the folder alone says which repository it is.
struct Git: Sendable {
  /// What git answered.
  struct Answer {
    let status: Int32
    let output: ContiguousArray<UInt8>
    /// Why git failed, without a line end; empty if it does not say.
    let message: String

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// How long git has for an answer.
  private static let patience = Duration.seconds(60)

  /// What the repository's own configuration cannot change.
  private static let settings = [
    "core.fsmonitor=false", "core.hooksPath=/dev/null", "fetch.bundleURI=", "protocol.allow=never",
    "safe.bareRepository=explicit",
  ]

  /// The two first variables stop a fetch of what a partial clone lacks: git before 2.45 knows the
  /// second one only.
  private static let variables = [
    "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0",
    "GIT_NO_REPLACE_OBJECTS=1", "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C", "LANGUAGE=C",
  ]

  /// The folder.
  let directory: String

  /// Asks git.
  ///
  /// - Throws: ``CommandFailure`` if git cannot be started, or does not answer within its time.
  func answer(_ arguments: [String]) throws(CommandFailure) -> Answer {
    let settings = Self.settings.flatMap { ["-c", $0] }
    let words = ["-C", directory, "--no-pager", "--literal-pathspecs"] + settings + arguments
    let process: ChildProcess
    do throws(SystemError) {
      process = try ChildProcess.start("git", words, setting: Self.variables)
    } catch {
      throw CommandFailure(.cannotOpen, "cannot run the program 'git': \(error.reason)")
    }
    do throws(SystemError) {
      return try answer(of: process, until: .now + Self.patience)
    } catch {
      process.kill()
      _ = try? process.end(until: .now)
      throw CommandFailure(
        .cannotOpen,
        error == .timedOut
          ? "expected an answer of 'git \(arguments[0])' in '\(directory)' within 60 seconds, found none"
          : "cannot read what 'git \(arguments[0])' prints: \(error.reason)"
      )
    }
  }

  private func answer(
    of process: ChildProcess,
    until deadline: ContinuousClock.Instant
  ) throws(SystemError) -> Answer {
    try? process.input.close()
    var bytes = ContiguousArray<UInt8>()
    var end = 0
    while true {
      if bytes.count - end < 1 << 12 { bytes.appendZeros(max(bytes.count, 1 << 16)) }
      let count = try process.read(into: &bytes, from: end, until: deadline)
      if count == 0 { break }
      end += count
      guard end <= InputFile.defaultLimit else { throw SystemError.tooLarge }
    }
    bytes.removeLast(bytes.count - end)
    let (status, messages) = try process.end(until: deadline)
    return Answer(status: status, output: bytes, message: Self.reason(in: messages))
  }

  /// Returns the message that says why git ended, or else its first one.
  private static func reason(in messages: String) -> String {
    let lines = messages.split(separator: "\n")
    for line in lines where line.hasPrefix("fatal: ") { return String(line.dropFirst(7)) }
    return lines.first.map(String.init) ?? ""
  }
}
