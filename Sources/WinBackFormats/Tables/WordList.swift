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
      first = Self.prefix(count, of: text.word(at: range.lowerBound))
      second = count > 8 ? Self.prefix(count &- 8, of: text.word(at: range.lowerBound &+ 8)) : 0
    }

    @inline(__always)
    private static func prefix(_ count: Int, of word: UInt64) -> UInt64 {
      count >= 8 ? word : word & (1 &<< (UInt64(truncatingIfNeeded: count) &* 8) &- 1)
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

  init(of field: MappedField) {
    if case .word(let field) = field.kind { self.init(field.words) } else { self.init([]) }
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
