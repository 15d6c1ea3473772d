import Synchronization

/// What the system's own gzip makes of compressed bytes.
///
/// A decompressor of our own would be a second one to trust; every system that has `.gz` files has
/// the program. It is fed by a thread, so that the compressed bytes may come from anywhere.
final class GzipSource: ByteSource {
  private struct State {
    var count = 0
    var lines = 0
    var isOver = false
    /// What gzip has to say about bytes that it cannot make anything of.
    var damage: String?
    /// Why the compressed bytes broke off.
    var breakOff: SystemError?
  }

  static let signature: ContiguousArray<UInt8> = [0x1F, 0x8B]

  private static let pieceSize = 1 << 16

  private let process: ChildProcess
  private let state = Mutex(State())

  /// Starts gzip, which reads the compressed bytes until they end, or it does.
  init(_ compressed: any ByteSource) throws(SystemError) {
    // The caller may close a descriptor while the thread still waits for bytes from it.
    let own = try (compressed as? FileDescriptor)?.duplicated()
    do throws(SystemError) {
      process = try ChildProcess(starting: "gzip", ["-dc"])
    } catch {
      try? own?.close()
      throw error
    }
    do throws(SystemError) {
      try Platform.startThread { [self] in
        feed(own ?? compressed)
        try? own?.close()
        try? process.input.close()
      }
    } catch {
      try? own?.close()
      end()
      throw error
    }
  }

  private func feed(_ compressed: any ByteSource) {
    var bytes = ContiguousArray<UInt8>(repeating: 0, count: Self.pieceSize)
    while true {
      let count: Int
      do throws(SystemError) {
        count = try compressed.read(into: &bytes, from: 0)
      } catch {
        return state.withLock { $0.breakOff = error }
      }
      // Where gzip takes no more, it says why.
      guard count > 0, (try? process.input.write(bytes.span.extracting(..<count))) != nil else {
        return
      }
    }
  }

  func read(into buffer: inout ContiguousArray<UInt8>, from start: Int) throws(SystemError) -> Int {
    guard !state.withLock({ $0.isOver }) else { return 0 }
    let count = try process.read(into: &buffer, from: start)
    let lines = buffer.rawBytes.extracting(start..<start + count).lineFeedCount
    state.withLock { state in
      state.count += count
      state.lines += lines
    }
    guard count == 0 else { return count }
    finish()
    let (breakOff, isDamaged) = state.withLock { ($0.breakOff, $0.damage != nil) }
    if let breakOff { throw breakOff }
    if isDamaged { throw .damaged }
    return 0
  }

  /// Returns what is wrong with the bytes; nil if nothing is known to be.
  func damage(in file: String) -> Diagnostic? {
    state.withLock { state in
      state.damage.map { damage in
        Diagnostic(
          .error,
          "gzip cannot decompress all of it: \(damage); it decompressed \(state.count) bytes",
          file: file,
          line: state.lines + 1
        )
      }
    }
  }

  /// Ends gzip where it continues, since nobody reads any more.
  func end() {
    guard !state.withLock({ $0.isOver }) else { return }
    process.kill()
    finish()
  }

  private func finish() {
    // A pipe of our own can always be read.
    let (status, messages) = (try? process.end()) ?? (-1, "")
    let message = Self.reason(in: messages)
    state.withLock { state in
      state.isOver = true
      // Also 2, which gzip calls a warning: it has left bytes out.
      if status != 0 { state.damage = message ?? "status \(status)" }
    }
  }

  /// Returns the first thing that gzip says, without its name.
  private static func reason(in messages: String) -> String? {
    guard var line = messages.split(separator: "\n").first else { return nil }
    for prefix in ["gzip: ", "stdin: "] where line.hasPrefix(prefix) {
      line = line.dropFirst(prefix.count)
    }
    return String(line)
  }
}
