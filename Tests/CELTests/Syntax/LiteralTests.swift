import CEL
import CalendarTime
import Testing

@Suite("Literals")
struct LiteralTests {
  @Test(
    "are read as the values that they write down",
    arguments: [
      ("0", .int(0)), ("007", .int(7)), ("0xFf", .int(255)), ("-0x10", .int(-16)),
      ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
      ("-0x8000000000000000", .int(.min)), ("1.5", .double(1.5)), (".5", .double(0.5)),
      ("1e3", .double(1000)), ("2E-1", .double(0.2)), ("-1.25e+2", .double(-125)),
      ("true", .bool(true)), ("false", .bool(false)), ("null", .null),
      ("[]", .list([])), ("[1, 2,]", .list([.int(1), .int(2)])),
      ("[[1], []]", .list([.list([.int(1)]), .list([])])),
      ("timestamp('2024-06-01T02:00:00.0019+02:00')", .timestamp(time(1_717_200_000_001))),
      ("timestamp(-1)", .timestamp(time(-1000))),
      ("duration('1h30m')", .duration(milliseconds: 5_400_000)),
    ] as [(String, Value)]
  )
  func literal(source: String, value: Value) throws {
    #expect(try Expression(source, in: .example).constant == .value(value))
  }

  @Test(
    "of strings have quotes of four kinds and escapes",
    arguments: [
      (#"'a"b'"#, "a\"b"), (#""a'b""#, "a'b"), ("'''a'b''c'''", "a'b''c"),
      ("\"\"\"a\nb\"\"\"", "a\nb"), ("''", ""), ("''''''", ""), (#"r'\n'"#, "\\n"),
      (#"R"a\""#, "a\\"), (#"r'''\'''"#, "\\"),
      (#"'\a\b\f\n\r\t\v'"#, "\u{7}\u{8}\u{C}\n\r\t\u{B}"),
      (#"'\\\?\"\'\`'"#, "\\?\"'`"), (#"'\x41\X7a'"#, "Az"), (#"'\u00e9\U0001F431'"#, "é🐱"),
      (#"'\101\377'"#, "Aÿ"), ("'é🐱'", "é🐱"), ("'a\u{2028}b'", "a\u{2028}b"),
    ]
  )
  func string(source: String, value: String) throws {
    #expect(try Expression(source, in: .example).constant == .value(.string(value)))
  }

  @Test(
    "are written in one way",
    arguments: [
      (#""it's""#, #"'it\'s'"#), (#"'\u0001\x7f\t\n\r\\'"#, #"'\x01\x7f\t\n\r\\'"#),
      ("'é'", "'é'"), ("0x10", "16"), ("1.0e2", "100.0"), ("[ 1,2 ]", "[1, 2]"),
      ("timestamp('2024-06-01T00:00:00+02:00')", "timestamp('2024-05-31T22:00:00Z')"),
      ("timestamp('2024-06-01T00:00:00.250Z')", "timestamp('2024-06-01T00:00:00.25Z')"),
      ("timestamp(0)", "timestamp('1970-01-01T00:00:00Z')"),
      ("duration('1h1.5s')", "duration('3601.5s')"), ("duration('-1ms')", "duration('-0.001s')"),
    ]
  )
  func canonical(source: String, text: String) throws {
    #expect(try Expression(source, in: .example).description == text)
  }

  @Test("stand between white space and comments")
  func comments() throws {
    let source = "// first\n 1 \t+\r\n\u{C} 2 // last"
    #expect(try Expression(source, in: .example).evaluate { _ in .unknown } == .value(.int(3)))
  }

  private static func time(_ milliseconds: Int64) -> Instant {
    Instant(milliseconds: milliseconds)
  }
}
