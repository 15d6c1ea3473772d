import TestSupport
import Testing
import WinBackFormats

@Suite("Pulling values out of JSON")
struct JSONScannerTests {
  @Test(
    "a number is an integer by its value, whatever its spelling",
    arguments: [
      ("0", 0, 0),
      ("-0", 0, 0),
      ("1704067200000", 1_704_067_200_000, 1_704_067_200_000),
      ("1000.0", 1000, 1000),
      ("1e3", 1000, 1000),
      ("1.5E+1", 15, 15),
      ("1200e-2", 12, 12),
      ("0e999999999999999999999", 0, 0),
      ("-0.0e-5", 0, 0),
      ("999999999999999999", 999_999_999_999_999_999, 999_999_999_999_999_999),
      ("9223372036854775807", Int64.max, Int64.max),
      ("-9223372036854775808", Int64.min, Int64.min),
      ("922337203685477580.7e1", Int64.max, Int64.max),
      ("9223372036854775808", nil, nil),
      ("-9223372036854775809", nil, nil),
      ("18446744073709551617", nil, nil),
      ("1e400", nil, nil),
      ("-1e99999999999999999999", nil, nil),
      ("1.5", nil, 1),
      ("-1.5", nil, -2),
      ("0.999999999999999999999999999999", nil, 0),
      ("-0.0000000000000000000000000000001", nil, -1),
      ("1e-99999999999999999999", nil, 0),
      ("1704067199999.9999999", nil, 1_704_067_199_999),
      ("9223372036854775807.5", nil, Int64.max),
      ("-9223372036854775808.5", nil, nil),
    ] as [(String, Int64?, Int64?)]
  )
  func numbers(text: String, integer: Int64?, floored: Int64?) throws {
    for padding in paddings {
      let number = try readNumber(text, padding: padding)
      #expect(number.integer == integer)
      #expect(number.floored == floored)
      #expect(number.range == 1..<1 + text.utf8.count)
    }
  }

  /// Reads the only element of an array.
  private func readNumber(_ text: String, padding: Int) throws -> JSONNumber {
    try scan("[\(text)]", padding: padding) { scanner in
      try scanner.beginArray()
      _ = try scanner.nextElement()
      let number = try scanner.readNumber()
      _ = try scanner.nextElement()
      try scanner.finish()
      return number
    }
  }

  @Test("a number may have any count of digits", arguments: [1, 2] as [UInt64])
  func digits(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let bits = Int.random(in: 0..<63, using: &generator)
      let value = Int64(bitPattern: generator.next()) >> bits
      for padding in paddings {
        for text in ["\(value)", "\(value)e0", "\(value).0"] {
          let integer = try readNumber(text, padding: padding).integer
          try #require(integer == value, "seed \(seed)")
        }
        let floored = try readNumber("\(value).5", padding: padding).floored
        try #require(floored == (value < 0 ? value - 1 : value), "seed \(seed)")
        let fault = agreedFault(in: ContiguousArray("[-0\(value.magnitude)]".utf8))
        try #require(
          fault?.message == "a number starts with 0 and continues with a digit",
          "seed \(seed)"
        )
      }
    }
  }

  @Test(
    "a number has its nearest double",
    arguments: [
      ("0", 0), ("9.99", 9.99), ("-2.5e-3", -0.0025), ("1e308", 1e308), ("1e400", nil),
      ("-1e400", nil), ("1e-400", 0), ("9007199254740993", 9_007_199_254_740_992),
    ] as [(String, Double?)]
  )
  func doubles(text: String, double: Double?) throws {
    let found = try scan(text) { scanner in
      let number = try scanner.readNumber()
      return scanner.double(of: number)
    }
    #expect(found == double)
  }

  @Test(
    "a string has the contents that its escapes stand for",
    arguments: [
      (#""""#, ""),
      (#""basic.monthly""#, "basic.monthly"),
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
      (#""\u0041\u00e9\u20AC""#, "Aé€"),
      (#""\uD83D\ude00 \u0000""#, "😀 \u{0}"),
      (
        #""é€😀 as they are, before and after \n an escape é€😀""#,
        "é€😀 as they are, before and after \n an escape é€😀"
      ),
      (
        "\"\u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}\"",
        "\u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}"
      ),
    ]
  )
  func strings(text: String, contents: String) throws {
    for padding in paddings {
      try scan(text, padding: padding) { scanner in
        let string = try scanner.readString()
        #expect(string.hasEscapes == text.contains("\\"))
        #expect(string.range == 1..<text.utf8.count - 1)
        let found = scanner.text(of: string)
        #expect(found.utf8.elementsEqual(contents.utf8))
        let isMatch = scanner.matches(string, contents)
        #expect(isMatch)
        let isOtherMatch = scanner.matches(string, contents + "x")
        #expect(!isOtherMatch)
        let byteCount = scanner.bytes(of: string).byteCount
        #expect(byteCount == string.byteCount)
      }
    }
  }

  @Test("the end of a string is found at every place of a block", arguments: 0..<70)
  func stringLengths(length: Int) throws {
    let contents = String(repeating: "x", count: length)
    for (inside, count) in [("", 0), ("é", 2), (#"\n"#, 2), ("😀", 4)] {
      let text = "\"\(contents)\(inside)\(contents)\""
      for padding in 0..<20 {
        let range = try scan(text, padding: padding) { try $0.readString().range }
        #expect(range == 1..<1 + 2 * length + count)
      }
      let unclosed = ContiguousArray("\"\(contents)\(inside)".utf8)
      #expect(
        agreedFault(in: unclosed)
          == JSONWalk.Fault(message: "the file ends early, inside a string", offset: unclosed.count)
      )
    }
  }

  @Test("arrays and objects may be nested 128 deep, and no deeper", arguments: ["[", "{\"a\":"])
  func depth(opening: String) {
    func document(_ depth: Int, closed: Bool = true) -> ContiguousArray<UInt8> {
      let closing = opening == "[" ? "]" : "}"
      return ContiguousArray(
        (String(repeating: opening, count: depth) + (opening == "[" ? "" : "1")
          + (closed ? String(repeating: closing, count: depth) : "")).utf8
      )
    }
    #expect(agreedFault(in: document(127)) == nil)
    #expect(agreedFault(in: document(128)) == nil)
    let fault = JSONWalk.Fault(
      message: "more than 128 arrays and objects are nested",
      offset: 128 * opening.utf8.count
    )
    #expect(agreedFault(in: document(129)) == fault)
    #expect(agreedFault(in: document(10_000)) == fault)
    #expect(agreedFault(in: document(10_000, closed: false)) == fault)
  }

  @Test("siblings do not count as nesting")
  func siblings() {
    let text = "[" + String(repeating: "[{}],", count: 1_000) + "[]]"
    #expect(agreedFault(in: ContiguousArray(text.utf8)) == nil)
  }

  @Test("a byte order mark at the start is skipped, and only there")
  func byteOrderMark() throws {
    #expect(agreedFault(in: ContiguousArray("\u{FEFF}[1]".utf8)) == nil)
    #expect(
      agreedFault(in: ContiguousArray("\u{FEFF}\u{FEFF}[1]".utf8))
        == JSONWalk.Fault(message: "expected a value, found the character U+FEFF", offset: 3)
    )
  }

  @Test("a skipped value is where it stands, and the walk goes on after it")
  func skipping() throws {
    let text = #" {"a" : [1, {"b": null} , "]"] ,"c":2}"#
    try scan(text) { scanner in
      let kind = try scanner.peek()
      #expect(kind == .object)
      try scanner.beginObject()
      let first = try #require(try scanner.nextKey()?.range)
      #expect(first == 3..<4)
      let skipped = try scanner.skipValue()
      #expect(skipped == 8..<30)
      let second = try #require(try scanner.nextKey()?.range)
      #expect(second == 33..<34)
      let number = try scanner.readNumber().integer
      #expect(number == 2)
      let third = try scanner.nextKey()
      #expect(third == nil)
      try scanner.finish()
    }
  }
}
