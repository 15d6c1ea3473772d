import WinBackFormats

/// Text in a buffer of a fixed size: values as JSON, or as fields of CSV.
///
/// A value that does not fit is left out, and then the text is full. So each value needs one check,
/// and an incomplete row is written again into another buffer.
@safe struct ArrowText {
  private let start: UnsafeMutableRawPointer
  /// The number of bytes that fit; negative if a value did not fit.
  private var limit: Int
  private(set) var count = 0
  let isCSV: Bool

  init(in room: UnsafeMutableRawBufferPointer, isCSV: Bool) {
    unsafe start =
      unsafe room.baseAddress ?? UnsafeMutableRawPointer(bitPattern: 1).unsafelyUnwrapped
    limit = room.count
    self.isCSV = isCSV
  }

  var isFull: Bool { limit < 0 }

  /// Returns the address for a number of bytes; nil if they do not fit.
  @inline(__always)
  private mutating func room(for size: Int) -> UnsafeMutableRawPointer? {
    guard limit &- count >= size else {
      limit = -1
      return nil
    }
    return unsafe start + count
  }

  @inline(__always)
  mutating func append(_ character: UInt8) {
    guard let destination = unsafe room(for: 1) else { return }
    unsafe destination.storeBytes(of: character, as: UInt8.self)
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ character: UInt8, count size: Int) {
    guard let destination = unsafe room(for: size) else { return }
    for index in 0..<size {
      unsafe destination.storeBytes(of: character, toByteOffset: index, as: UInt8.self)
    }
    count &+= size
  }

  @inline(__always)
  mutating func append(key: borrowing ContiguousArray<UInt8>) {
    _ = unsafe key.withUnsafeBytes { unsafe appendPlain($0) }
  }

  mutating func append(_ bytes: ContiguousArray<UInt8>) {
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let destination = unsafe room(for: bytes.count), let source = bytes.baseAddress else {
      return
    }
    unsafe destination.copyMemory(from: source, byteCount: bytes.count)
    count &+= bytes.count
  }

  private mutating func append(_ text: StaticString) {
    unsafe append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func append(text: String) { append(ContiguousArray(text.utf8)) }

  // MARK: - Values

  /// Writes an absent value.
  mutating func null() {
    if !isCSV { append("null") }
  }

  mutating func integer(_ value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    magnitude(value.magnitude)
  }

  mutating func magnitude(_ value: UInt64) {
    guard let destination = unsafe room(for: 20) else { return }
    var end = 1
    var power: UInt64 = 10
    while end < 20, value >= power {
      end &+= 1
      power = power &* 10
    }
    count &+= end
    var rest = value
    while end > 1 {
      end &-= 2
      // The tens come first, in the low byte.
      let pair = UInt16(truncatingIfNeeded: rest % 100)
      let digits = pair / 10 &+ (pair % 10) << 8 &+ 0x3030
      unsafe destination.storeBytes(of: digits.littleEndian, toByteOffset: end, as: UInt16.self)
      rest /= 100
    }
    guard end == 1 else { return }
    let digit = UInt8(truncatingIfNeeded: rest) &+ UInt8(ascii: "0")
    unsafe destination.storeBytes(of: digit, as: UInt8.self)
  }

  /// Writes the shortest text that reads back as the number; an absent value if it is not finite.
  mutating func double(_ value: Double) {
    // A price in thousandths: at most fifteen digits that read back as the number are the shortest.
    let thousandths = (value * 1000).rounded()
    guard thousandths.magnitude < 1e15, thousandths / 1000 == value else {
      return value.isFinite ? append(text: value.description) : null()
    }
    let digits = UInt64(thousandths.magnitude)
    if value < 0 { append(UInt8(ascii: "-")) }
    magnitude(digits / 1000)
    append(UInt8(ascii: "."))
    // At least one digit, and no zeros at the end.
    var (rest, power): (UInt64, UInt64) = (digits % 1000, 1000)
    while power > 10, rest % 10 == 0 { (rest, power) = (rest / 10, power / 10) }
    while power > 1 {
      power /= 10
      magnitude(rest / power)
      rest %= power
    }
  }

  mutating func instant(_ milliseconds: Int64) {
    let instant = Instant(milliseconds: milliseconds)
    if !isCSV { append(UInt8(ascii: "\"")) }
    if instant.isValid {
      guard let destination = unsafe room(for: 24) else { return }
      let words = ISO8601Text(instant).words
      for index in 0..<3 {
        unsafe destination.storeBytes(
          of: words[index].bigEndian,
          toByteOffset: 8 &* index,
          as: UInt64.self
        )
      }
      count &+= 24
    } else {
      append(text: instant.iso8601)
    }
    if !isCSV { append(UInt8(ascii: "\"")) }
  }

  // MARK: - Text

  /// Writes a text with quotes, and with escapes for special characters.
  @inline(__always)
  mutating func string(_ text: UnsafeRawBufferPointer) {
    let start = count
    if !isCSV { append(UInt8(ascii: "\"")) }
    let isPlain = unsafe appendPlain(text)
    if !isCSV { append(UInt8(ascii: "\"")) }
    if !isPlain { escape(from: start) }
  }

  /// Appends bytes, and returns whether it is certain that all of them are plain.
  @inline(__always)
  private mutating func appendPlain(_ text: UnsafeRawBufferPointer) -> Bool {
    let size = text.count
    guard let destination = unsafe room(for: size), let source = text.baseAddress else {
      return true
    }
    count &+= size
    var marks: UInt64 = 0
    guard size >= 8 else {
      for index in 0..<size {
        let byte = unsafe source.load(fromByteOffset: index, as: UInt8.self)
        marks |= self.marks(of: UInt64(byte) | 0x2020_2020_2020_2000)
        unsafe destination.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
      }
      return marks == 0
    }
    var index = 0
    while true {
      let word = unsafe source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      marks |= self.marks(of: word)
      unsafe destination.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
      if index &+ 8 == size { return marks == 0 }
      // The last word overlaps the word before it.
      index = min(index &+ 8, size &- 8)
    }
  }

  /// Not zero if one of eight bytes is a quote, comma, backslash, control character or not ASCII.
  @inline(__always)
  private func marks(of word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = (word ^ (ones &* UInt64(UInt8(ascii: "\"")))) &- ones
    let special = UInt64(isCSV ? UInt8(ascii: ",") : UInt8(ascii: "\\"))
    let others = (word ^ (ones &* special)) &- ones
    return (quotes | others | (word &- ones &* 0x20) | word) & (ones &* 0x80)
  }

  /// Adds quotes and escapes to the text from an offset, if it needs them.
  @inline(never)
  private mutating func escape(from offset: Int) {
    guard !isFull else { return }
    let text = unsafe ContiguousArray(
      UnsafeRawBufferPointer(start: start + offset, count: count &- offset)
    )
    count = offset
    if isCSV {
      var rows = RowWriter()
      rows.field(utf8: text, in: text.indices)
      append(rows.bytes)
    } else {
      var json = JSONWriter()
      json.string(utf8: text, in: 1..<text.count - 1)
      append(json.bytes)
    }
  }

  /// Writes JSON as it is, on one line: its line feeds, which are between values, become spaces.
  mutating func json(_ json: UnsafeRawBufferPointer) {
    guard !isCSV else { return unsafe string(json) }
    let offset = count
    unsafe append(json)
    for index in offset..<count
    where unsafe start.load(fromByteOffset: index, as: UInt8.self) == UInt8(ascii: "\n") {
      unsafe start.storeBytes(of: UInt8(ascii: " "), toByteOffset: index, as: UInt8.self)
    }
  }
}
