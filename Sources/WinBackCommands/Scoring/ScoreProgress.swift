import CalendarTime

/// The line on a terminal that tells how far a run has come.
struct ScoreProgress {
  private let console: Console
  private let inputSize: Int
  private let startOffset: Int
  private let start: Instant
  private var shownAt: Instant
  private var isShown = false

  /// Creates the line; nothing is ever shown where standard error is no terminal.
  ///
  /// - Parameters:
  ///   - inputSize: The bytes of the input; 0 where that is not known.
  ///   - offset: The bytes that an earlier run has scored.
  init(_ console: Console, inputSize: Int, from offset: Int) {
    self.console = console
    self.inputSize = inputSize
    startOffset = offset
    start = Platform.now()
    shownAt = start
  }

  /// Shows how far the run has come, a few times a second.
  mutating func update(offset: Int, customers: Int) {
    guard console.errors.isTerminal else { return }
    let now = Platform.now()
    guard shownAt.milliseconds(until: now) >= 250 else { return }
    shownAt = now
    let seconds = Double(max(1, start.milliseconds(until: now))) / 1_000
    var text = "\(customers.grouped) customers, \(Int(Double(customers) / seconds).grouped) a second"
    if inputSize > 0 {
      text = "\(min(100, offset * 100 / inputSize)) %, " + text
      let speed = Double(offset - startOffset) / seconds
      if speed > 0 {
        text += ", \(Int(Double(max(0, inputSize - offset)) / speed).duration) left"
      }
    }
    isShown = true
    try? console.errors.write("\r\u{1B}[K" + text)
  }

  /// Takes the line off the terminal.
  func clear() {
    if isShown { try? console.errors.write("\r\u{1B}[K") }
  }
}

extension Int {
  /// The number with spaces between groups of three digits.
  var grouped: String {
    let digits = String(magnitude)
    var text = isNegative ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += " " }
      text.append(digit)
    }
    return text
  }

  private var isNegative: Bool { self < 0 }

  /// The number of seconds as minutes and seconds.
  fileprivate var duration: String {
    self < 60 ? "\(self) s" : "\(self / 60) min \(self % 60) s"
  }
}
