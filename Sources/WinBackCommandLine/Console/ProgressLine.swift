/// How far a run has come: a line on a terminal, or a call of another program.
struct ProgressLine: ReadingProgress {
  /// Takes the line off the terminal.
  static let erasure = "\r\u{1B}[K"

  /// How long the line stays as it is, in milliseconds.
  private static let interval: UInt64 = 250

  private let console: Console
  /// How many bytes are to be read; nil if nobody knows.
  private let size: Int?
  private let start: Instant
  private var shownAt: Instant
  private var isShown = false
  /// What another program hears next.
  private var news: (customers: Int, part: Double?)?

  /// Creates the line, which is not shown at once.
  init(_ files: [InputFile], on console: Console) {
    self.console = console
    let sizes = files.map { (try? Platform.status(ofPath: $0.path))?.size }
    let isKnown =
      !sizes.contains(nil) && files.allSatisfy { !$0.path.hasSuffix(".gz") && $0.path != "-" }
    size = isKnown ? sizes.reduce(0) { $0 + ($1 ?? 0) } : nil
    start = Platform.now()
    shownAt = start
  }

  mutating func update(offset: Int, customers: Int) {
    let left = max(0, (size ?? 0) - offset)
    // A pipe that has a path has no size.
    let rest = size.flatMap { size in
      size == 0 || offset == 0 ? nil : Double(left) / Double(size)
    }
    if console.progress != nil { news = (customers, rest.map { 1 - $0 }) }
    let now = Platform.now()
    guard shownAt.milliseconds(until: now).magnitude >= Self.interval else { return }
    shownAt = now
    tell()
    guard console.errors.isTerminal else { return }
    let seconds = Double(max(1, start.milliseconds(until: now))) / 1_000
    let speed = Int(Double(customers) / seconds)
    var parts = ["\(customers.grouped) customers", "\(speed.grouped) a second"]
    if let rest {
      parts.insert("\(100 - Int((rest * 100).rounded(.up))) %", at: 0)
      parts.append("\(Int(Double(left) / Double(offset) * seconds).duration) left")
    }
    // A line that wraps could not be taken back.
    let text = parts.joined(separator: ", ").prefix(max(0, console.errors.width - 1))
    isShown = true
    try? console.errors.write(Self.erasure + text)
  }

  private mutating func tell() {
    if let (customers, part) = news.take() { console.progress?(customers, part) }
  }

  mutating func clear() {
    tell()
    if isShown { try? console.errors.write(Self.erasure) }
    isShown = false
  }
}

extension Console {
  package func progress(of files: [InputFile]) -> (any ReadingProgress)? {
    guard errors.isTerminal || progress != nil else { return nil }
    return ProgressLine(files, on: self)
  }
}

extension Int {
  fileprivate var duration: String { self < 60 ? "\(self) s" : "\(self / 60) min \(self % 60) s" }
}
