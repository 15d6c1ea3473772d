/// The members of a JSON object, which can change places before they are written.
struct Members {
  private var text = ByteBuffer()
  private var ranges: [Range<Int>] = []
  private let dates: DateForm

  init(dates: DateForm) {
    self.dates = dates
  }

  mutating func removeAll() {
    text.removeAll()
    ranges.removeAll(keepingCapacity: true)
  }

  mutating func add(_ key: String, _ string: String) {
    add(key) { $0.append(quoted: string) }
  }

  mutating func add(_ key: String, number: Int) {
    add(key) { $0.append(number) }
  }

  mutating func add(_ key: String, digits number: Int) {
    add(key) { text in
      text.append(character: "\"")
      text.append(number)
      text.append(character: "\"")
    }
  }

  mutating func add(_ key: String, flag: Bool) {
    add(key) { $0.append(flag ? "true" : "false") }
  }

  mutating func add(_ key: String, date: Milliseconds) {
    let dates = dates
    add(key) { $0.append(date, as: dates) }
  }

  /// Adds a member whose value `write` appends.
  mutating func add(_ key: String, value write: (inout ByteBuffer) -> Void) {
    let start = text.count
    text.append(quoted: key)
    text.append(character: ":")
    write(&text)
    ranges.append(start..<text.count)
  }

  mutating func shuffle(with random: inout RandomSource) {
    random.shuffle(&ranges)
  }

  /// Moves the member that was added last to any place.
  mutating func moveLast(with random: inout RandomSource) {
    ranges.swapAt(ranges.count - 1, random.next(below: ranges.count))
  }

  /// Writes the object with its braces.
  func write(to buffer: inout ByteBuffer) {
    buffer.append("{")
    for (index, range) in ranges.enumerated() {
      if index > 0 {
        buffer.append(character: ",")
      }
      buffer.append(text.bytes[range])
    }
    buffer.append("}")
  }
}
