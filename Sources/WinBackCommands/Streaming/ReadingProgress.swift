import CalendarTime
import WinBackFormats

/// The line on a terminal that says how far a run has come.
struct ReadingProgress {
  /// Takes the line off the terminal.
  static let erasure = "\r\u{1B}[K"

  /// How long the line stays as it is, in milliseconds.
  private static let interval: UInt64 = 250

  private let terminal: OutputChannel
  /// The bytes that are to be scored; nil if nobody knows.
  private let bytes: Range<Int>?
  private let offsetBefore: Int
  private let customersBefore: Int
  private let start: Instant
  private var shownAt: Instant
  private var isShown = false

  /// Creates the line, which is not shown at once.
  ///
  /// - Parameters:
  ///   - terminal: Where it is shown.
  ///   - bytes: The bytes that are to be scored; nil if nobody knows.
  ///   - offset: The offset that the run begins at.
  ///   - customers: How many customers were read by earlier runs.
  init(on terminal: OutputChannel, bytes: Range<Int>?, from offset: Int = 0, customers: Int = 0) {
    self.terminal = terminal
    self.bytes = bytes
    offsetBefore = max(offset, bytes?.lowerBound ?? 0)
    customersBefore = customers
    start = Platform.now()
    shownAt = start
  }

  /// Shows how far the run has come, a few times a second.
  mutating func update(offset: Int, customers: Int) {
    let now = Platform.now()
    guard shownAt.milliseconds(until: now).magnitude >= Self.interval else { return }
    shownAt = now
    let seconds = Double(max(1, start.milliseconds(until: now))) / 1_000
    let speed = Int(Double(customers - customersBefore) / seconds)
    var parts = ["\(customers.grouped) customers", "\(speed.grouped) a second"]
    if let bytes, offset > offsetBefore {
      let left = max(0, bytes.upperBound - offset)
      parts.insert("\(100 - Int((Double(left) / Double(bytes.count) * 100).rounded(.up))) %", at: 0)
      parts.append("\(Int(Double(left) / Double(offset - offsetBefore) * seconds).duration) left")
    }
    // A line that wraps could not be taken back.
    let text = parts.joined(separator: ", ").prefix(max(0, terminal.width - 1))
    isShown = true
    try? terminal.write(Self.erasure + text)
  }

  /// Takes the line off the terminal.
  mutating func clear() {
    if isShown { try? terminal.write(Self.erasure) }
    isShown = false
  }
}

extension Int {
  /// The number of seconds as minutes and seconds.
  fileprivate var duration: String {
    self < 60 ? "\(self) s" : "\(self / 60) min \(self % 60) s"
  }
}
