extension Members {
  /// Adds objects and arrays under keys that no program knows, then moves them among the others.
  ///
  /// Inside them stand known keys, brackets in strings and escapes, which a reader that skips a value
  /// by looking for its end must not stumble over.
  mutating func addNested(count: Int, with random: inout RandomSource) {
    for _ in 0..<count {
      add(random.letters(count: random.next(in: 1...12)) + "Info") { text in
        text.append(container: random.chance(perMille: 600), depth: 1, with: &random)
      }
      moveLast(with: &random)
    }
  }
}

extension ByteBuffer {
  private static let keys = ["productId", "expiresDate", "price", "customerId", "transactions"]
  private static let strings = [
    "", "}", "]},{", "a, \\\"b\\\": [", "C:\\\\", "\\u00e9t\\u00e9", "Zürich", "\\ud83d\\ude00",
    "/",
  ]
  private static let deepest = 3

  fileprivate mutating func append(
    container isObject: Bool,
    depth: Int,
    with random: inout RandomSource
  ) {
    append(isObject ? "{" : "[")
    for index in 0..<random.next(in: 0...4) {
      if index > 0 {
        append(",")
      }
      if isObject {
        let key = Self.keys[random.next(below: Self.keys.count)]
        // No object has a key twice.
        append(index == 0 ? "\"\(key)\":" : "\"\(key)\(index)\":")
      }
      appendValue(depth: depth, with: &random)
    }
    append(isObject ? "}" : "]")
  }

  private mutating func appendValue(depth: Int, with random: inout RandomSource) {
    switch random.next(below: depth < Self.deepest ? 8 : 6) {
    case 0:
      append(random.chance(perMille: 500) ? "true" : "null")
    case 1:
      append(random.next(below: 1 << random.next(in: 1...40)))
    case 2:
      append("-\(random.next(below: 1000)).\(random.next(below: 1000))e-\(random.next(below: 9))")
    case 3:
      append("\"\(Self.strings[random.next(below: Self.strings.count)])\"")
    case 4, 5:
      append("\"\(random.words(count: random.next(in: 1...5)))\"")
    case 6:
      append(container: true, depth: depth + 1, with: &random)
    default:
      append(container: false, depth: depth + 1, with: &random)
    }
  }
}
