extension RandomSource {
  /// A number of so many digits, of which the first is not zero.
  mutating func digits(count: Int) -> Int {
    let lowest = (1..<count).reduce(1) { power, _ in power * 10 }
    return next(in: lowest...lowest * 10 - 1)
  }

  mutating func letters(count: Int) -> String {
    let letters = (0..<count).map { _ in UInt8(ascii: "a") + UInt8(next(below: 26)) }
    return String(decoding: letters, as: UTF8.self)
  }

  mutating func words(count: Int) -> String {
    (0..<count).map { _ in letters(count: next(in: 2...9)) }.joined(separator: " ")
  }

  mutating func uuid() -> String {
    let lengths = [8, 4, 4, 4, 12]
    let digits = Array("0123456789abcdef".utf8)
    return lengths.map { length in
      String(decoding: (0..<length).map { _ in digits[next(below: 16)] }, as: UTF8.self)
    }.joined(separator: "-")
  }

  mutating func shuffle<Element>(_ elements: inout [Element]) {
    for last in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(last, next(below: last + 1))
    }
  }
}
