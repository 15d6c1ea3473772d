import CEL

/// A price in thousandths of the currency's unit, read from a decimal number.
///
/// What counts for eligibility is whether it is 0, so that a price below a thousandth is not rounded
/// to nothing.
struct Milliunits {
  let amount: Int64

  init?(_ text: borrowing RawSpan) {
    var offset = 0
    let isNegative = text.byte(at: 0) == UInt8(ascii: "-")
    if isNegative { offset = 1 }
    var amount: Int64 = 0
    var digits = 0
    var decimals = -1
    var isTiny = false
    while offset < text.byteCount {
      let byte = text.byte(at: offset)
      offset &+= 1
      if byte == UInt8(ascii: "."), decimals < 0 {
        decimals = 0
        continue
      }
      guard case UInt8(ascii: "0")...UInt8(ascii: "9") = byte else { return nil }
      digits &+= 1
      if decimals >= 3 {
        isTiny = isTiny || byte != UInt8(ascii: "0")
        continue
      }
      if decimals >= 0 { decimals &+= 1 }
      guard amount < 100_000_000_000_000 else { return nil }
      amount = amount &* 10 &+ Int64(byte &- UInt8(ascii: "0"))
    }
    guard digits > 0 else { return nil }
    for _ in max(decimals, 0)..<3 { amount = amount &* 10 }
    if amount == 0, isTiny { amount = 1 }
    self.amount = isNegative ? -amount : amount
  }
}

extension PeriodLength {
  /// Reads a length as ISO 8601, App Store Connect or its reports write it: `P1M`, `P7D`, `1 Month`,
  /// `7 Days`, `ONE_MONTH`.
  init?(written text: String) {
    let letters = text.uppercased().filter { $0.isLetter }
    var digits = text.filter { $0.isASCII && $0.isNumber }
    var unit = letters
    if letters.hasPrefix("P"), !digits.isEmpty {
      unit = String(letters.dropFirst())
    } else if digits.isEmpty {
      let numbers = ["ONE": "1", "TWO": "2", "THREE": "3", "SIX": "6"]
      guard let word = numbers.keys.first(where: { letters.hasPrefix($0) }) else { return nil }
      digits = numbers[word] ?? ""
      unit = String(letters.dropFirst(word.count))
    }
    guard let count = Int(digits), (1...1000).contains(count) else { return nil }
    switch unit {
    case "D", "DAY", "DAYS": self = .days(count)
    case "W", "WEEK", "WEEKS": self = .days(7 * count)
    case "M", "MONTH", "MONTHS": self = .months(count)
    case "Y", "YEAR", "YEARS": self = .months(12 * count)
    default: return nil
    }
  }
}

/// Some words, compared without letter case and without what is neither a letter nor a digit.
///
/// Exports spell one thing in many ways: `WIN_BACK`, `win-back`, `Win Back`.
struct WordList: Sendable {
  private struct Word: Sendable {
    let range: Range<Int>
    let code: Int8
    /// The word as it is spelt, which is how most exports spell it.
    let spelling: Spelling?
  }

  /// Up to sixteen bytes at once; those behind the end are 0.
  private struct Spelling: Sendable, Equatable {
    let count: Int
    let first: UInt64
    let second: UInt64

    @inline(__always)
    init?(_ range: Range<Int>, _ text: borrowing ByteLoads) {
      count = range.count
      guard count <= 16 else { return nil }
      first = text.word(at: range.lowerBound).prefix(count)
      second = count > 8 ? text.word(at: range.lowerBound &+ 8).prefix(count &- 8) : 0
    }
  }

  private var bytes: ContiguousArray<UInt8> = []
  private var words: ContiguousArray<Word> = []

  /// Creates a list of words, each with the number that stands for it.
  init(_ words: [(word: String, code: Int8)]) {
    for (word, code) in words {
      let start = bytes.count
      for byte in word.utf8 { if let letter = Self.folded(byte) { bytes.append(letter) } }
      let spelt = ContiguousArray(word.utf8)
      self.words.append(
        Word(
          range: start..<bytes.count,
          code: code,
          spelling: spelt.isEmpty ? nil : Spelling(spelt.indices, ByteLoads(spelt.rawBytes))
        )
      )
    }
  }

  /// Returns the number of the word that stands in a field; nil for another one.
  func code(of field: RowField, in text: borrowing ByteLoads) -> Int8? {
    let words = words.span
    if let spelling = Spelling(field.range, text) {
      for index in words.indices where words[index].spelling == spelling {
        return words[index].code
      }
    }
    for index in words.indices where matches(words[index].range, field, text) {
      return words[index].code
    }
    return nil
  }

  private func matches(_ word: Range<Int>, _ field: RowField, _ text: borrowing ByteLoads) -> Bool {
    var index = word.lowerBound
    for offset in field.range {
      guard let letter = Self.folded(text.byte(at: offset)) else { continue }
      guard index < word.upperBound, bytes[index] == letter else { return false }
      index &+= 1
    }
    return index == word.upperBound && !word.isEmpty
  }

  @inline(__always)
  private static func folded(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: byte
    default: nil
    }
  }
}
