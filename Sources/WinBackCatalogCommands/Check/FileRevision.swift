import Dispatch

/// The files of a repository in a state that git has kept.
struct FileRevision: Sendable {
  private typealias Entry = (mode: String, object: String, path: String)

  private static let linkLimit = 32

  /// The revision as the user named it, such as `main`.
  let name: String

  /// The path of the folder within the repository, such as `app/offers/`; empty for the root.
  let folder: String

  private let git: Git
  private let commit: String

  init(_ name: String, in directory: String) throws(CommandFailure) {
    self.name = name
    git = Git(directory: directory)
    let place = try git.answer(["rev-parse", "--is-shallow-repository", "--show-prefix"])
    guard place.status == 0 else {
      throw CommandFailure(
        .cannotOpen,
        "expected a repository that git can read around '\(directory)'; git says: \(place.message)"
      )
    }
    let lines = place.text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    folder = String((lines.last ?? "").dropLast())
    let question = ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"]
    let answer = try git.answer(question)
    commit = answer.text.filter(\.isHexDigit)
    guard answer.status == 0, !commit.isEmpty else {
      let advice = lines.first == "true" ? "; the clone is shallow: fetch more of its history" : ""
      throw CommandFailure(
        .cannotOpen,
        "expected a revision that git knows in '\(directory)', found '\(name)'\(advice)"
      )
    }
  }

  /// Reads a file, whose path is that from the root of the repository; nil if there was no such
  /// file.
  ///
  /// - Throws: ``CommandFailure`` if there was one, and its contents cannot be read.
  func read(_ path: String) throws(CommandFailure) -> ContiguousArray<UInt8>? {
    var resolved = path
    for _ in 0..<Self.linkLimit {
      guard let entry = try deepestEntry(on: resolved, asked: path) else { return nil }
      let rest = resolved.dropFirst(entry.path.utf8.count)
      switch entry.mode {
      case "120000":
        let target = String(decoding: try contents(of: entry, path), as: UTF8.self)
        resolved = PathName.path(target, from: entry.path) + rest
      case "160000":
        throw failure(path, "'\(entry.path)' is a submodule, which has its own revisions")
      case "040000":
        guard rest.isEmpty else { return nil }
        throw failure(path, "it is a directory")
      default: return rest.isEmpty ? try contents(of: entry, path) : nil
      }
    }
    throw failure(path, "too many symbolic links follow each other")
  }

  /// Returns the files of the revision, by their paths from the root.
  func files() throws(CommandFailure) -> [String] {
    let answer = try git.answer(["ls-tree", "-r", "-z", "--full-tree", "--name-only", commit])
    guard answer.status == 0 else { throw failure("", answer.message) }
    return answer.text.split(separator: "\0").map(String.init)
  }

  /// Returns the files of the revision that are gone from the folders of the repository.
  func lostFiles() throws(CommandFailure) -> [String] {
    let root = try git.answer(["rev-parse", "--show-cdup"])
    guard root.status == 0 else { throw failure("", root.message) }
    let above = git.directory + "/" + root.text.dropLast()
    return try files().filter { (try? Platform.status(ofPath: above + $0)) == nil }
  }

  /// Returns the last entry of the revision that a path leads through; nil if there is none.
  private func deepestEntry(on path: String, asked: String) throws(CommandFailure) -> Entry? {
    let steps = path.split(separator: "/")
    guard !path.hasPrefix("/"), let first = steps.first, first != ".." else {
      throw failure(asked, "it is outside of the repository")
    }
    let prefixes = steps.indices.map { steps[...$0].joined(separator: "/") }
    let answer = try git.answer(["ls-tree", "-z", "--full-tree", commit, "--"] + prefixes)
    guard answer.status == 0 else { throw failure(asked, "git says: \(answer.message)") }
    // A prefix also stands for all that is in its folder. An entry is `MODE TYPE OBJECT`, a tab and
    // the path.
    let entries = answer.text.split(separator: "\0").compactMap { line -> Entry? in
      guard let tab = line.firstIndex(of: "\t") else { return nil }
      let words = line[..<tab].split(separator: " ").map(String.init)
      let path = String(line[line.index(after: tab)...])
      guard words.count == 3, prefixes.contains(path) else { return nil }
      return (words[0], words[2], path)
    }
    return entries.max { $0.path.utf8.count < $1.path.utf8.count }
  }

  private func contents(
    of entry: Entry,
    _ path: String
  ) throws(CommandFailure) -> ContiguousArray<UInt8> {
    let answer = try git.answer(["cat-file", "blob", entry.object])
    guard answer.status == 0 else {
      throw failure(
        path,
        "git does not have its contents, and WinBack fetches nothing; in a partial clone, "
          + "'git show \(name):\(path)' fetches them (git says: \(answer.message))"
      )
    }
    return answer.output
  }

  private func failure(_ path: String, _ reason: String) -> CommandFailure {
    CommandFailure(.badData, "cannot read '\(name):\(path)': \(reason)")
  }
}

/// The program git, which answers questions about the repository around a folder.
///
/// Nobody has to trust the repository. Its configuration starts no program and no hook, and git
/// fetches nothing that the repository does not have. The variables `GIT_*` of our environment do
/// not count, so that the folder alone says which repository it is.
struct Git: Sendable {
  struct Answer {
    let status: Int32
    let output: ContiguousArray<UInt8>
    /// Why git failed, without a line end; empty if it does not say.
    let message: String

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  private static let patience = DispatchTimeInterval.seconds(60)

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

  let directory: String

  func answer(_ arguments: [String]) throws(CommandFailure) -> Answer {
    let settings = Self.settings.flatMap { ["-c", $0] }
    let words = ["-C", directory, "--no-pager", "--literal-pathspecs"] + settings + arguments
    let process: ChildProcess
    do throws(SystemError) {
      process = try ChildProcess(starting: "git", words, setting: Self.variables)
    } catch {
      throw CommandFailure(.cannotOpen, "cannot run the program 'git': \(error.reason)")
    }
    do throws(SystemError) {
      return try answer(of: process, until: .now() + Self.patience)
    } catch {
      process.kill()
      _ = try? process.end(until: .now())
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
    until deadline: DispatchTime
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
