import CEL
import WinBack

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

/// The storefronts by alpha-2 and alpha-3 code, at hand without a search.
struct StorefrontTable: Sendable {
  /// The one table that all readers share: to make it takes as long as to read some hundred rows.
  static let all = StorefrontTable()

  /// By the two letters of the alpha-2 code, each from 0 to 25.
  private var byAlpha2: ContiguousArray<UInt32> = ContiguousArray(repeating: 0, count: 26 * 26)

  /// By three letters, whether they are a currency.
  private var isCurrency = ContiguousArray(repeating: false, count: 26 * 26 * 26)

  private init() {
    for code in Storefront.currencies {
      isCurrency[code.utf8.reduce(0) { $0 * 26 + Int($1) - Int(UInt8(ascii: "A")) }] = true
    }
    for (alpha2, alpha3) in Storefront.alpha3ByAlpha2 {
      let first = Int(alpha2 >> 8) - Int(UInt8(ascii: "A"))
      let second = Int(alpha2 & 0xFF) - Int(UInt8(ascii: "A"))
      byAlpha2[first * 26 + second] = alpha3
    }
  }

  /// Returns the storefront that a field names; nil if it is spelt in another way than in capitals.
  @inline(__always)
  func find(_ field: RowField, _ text: borrowing ByteLoads) -> Storefront? {
    let word = text.word(at: field.start)
    let first = UInt32(truncatingIfNeeded: word & 0xFF) &- 0x41
    let second = UInt32(truncatingIfNeeded: word &>> 8 & 0xFF) &- 0x41
    guard field.escaping == .none, first < 26, second < 26 else { return nil }
    switch field.range.count {
    case 2:
      let packed = byAlpha2[Int(first &* 26 &+ second)]
      return packed == 0 ? nil : Storefront(packed: packed)
    case 3:
      let third = UInt32(truncatingIfNeeded: word &>> 16 & 0xFF) &- 0x41
      guard third < 26, !isCurrency[Int((first &* 26 &+ second) &* 26 &+ third)] else { return nil }
      return Storefront(packed: (first + 0x41) << 16 | (second + 0x41) << 8 | (third + 0x41))
    default: return nil
    }
  }
}

/// The products of a catalog by the names that a table has for them, and their groups.
struct ProductNames: Sendable {
  private struct Product: Sendable {
    var productId: ContiguousArray<UInt8>
    var group: ContiguousArray<UInt8>?
  }

  private var names = SymbolTable()
  private var products: ContiguousArray<Product> = []

  init(_ mapping: Mapping) {
    for name in Set(mapping.products.keys).union(mapping.groups.keys).ordered() {
      _ = names.intern(name)
      let productId = mapping.products[name] ?? name
      let group = mapping.groups[name] ?? mapping.groups[productId]
      products.append(
        Product(
          productId: ContiguousArray(productId.utf8),
          group: group.map { ContiguousArray($0.utf8) }
        )
      )
    }
  }

  /// Whether the table's names are the catalog's.
  var isEmpty: Bool { products.isEmpty }

  /// Returns the symbols of a product and of its group, if this mapping contains them.
  func symbols(
    of name: String,
    _ symbols: inout SymbolTable
  ) -> (productId: Symbol, group: Symbol?)? {
    guard let found = names.find(name) else { return nil }
    let product = products[Int(found.index)]
    return (
      symbols.intern(product.productId.rawBytes), product.group.map { symbols.intern($0.rawBytes) }
    )
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
