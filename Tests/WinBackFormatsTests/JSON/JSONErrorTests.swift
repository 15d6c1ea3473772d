import Testing
import WinBackFormats

@Suite("Errors of JSON text")
struct JSONErrorTests {
  /// `^` marks the byte that the error must point at.
  @Test(
    "say what was expected and what was found, at the first byte that does not fit",
    arguments: [
      ("^", "expected a value, found an empty file"),
      ("  ^", "expected a value, found an empty file"),
      ("^hello", "expected a value, found 'h'"),
      ("^'a'", "expected a value, found \"'\""),
      ("^+1", "expected a value, found '+'"),
      ("^\u{B}1", "expected a value, found the character U+000B"),
      ("^\u{A0}1", "expected a value, found the character U+00A0"),
      ("[^é]", "expected a value, found 'é'"),
      ("[1,^]", "expected a value, found ']'"),
      ("[^,1]", "expected a value, found ','"),
      ("[1 ^2]", "expected ',' or ']' after a value, found '2'"),
      ("[1\n^", "the file ends early: expected ',' or ']' after a value"),
      ("[[1]^}", "expected ',' or ']' after a value, found '}'"),
      ("{^", "the file ends early: expected a key in double quotes or '}'"),
      ("{^offerId: 1}", "expected a key in double quotes or '}', found 'o'"),
      (#"{"a": 1, ^}"#, "expected a key in double quotes after ',', found '}'"),
      (#"{"a": 1 ^"b": 2}"#, "expected ',' or '}' after a value, found '\"'"),
      (#"{"a": 1^]"#, "expected ',' or '}' after a value, found ']'"),
      (#"{"a" ^1}"#, "expected ':' after a key, found '1'"),
      (#"{"a"^"#, "the file ends early: expected ':' after a key"),
      (#"{"a": ^}"#, "expected a value, found '}'"),
      ("{} ^{}", "expected the end of the file after the value, found '{'"),
      ("1 \t^\u{0}", "expected the end of the file after the value, found the character U+0000"),
      ("tr^ead", "expected 'true', found 'e'"),
      ("fals^", "the file ends early: expected 'false'"),
      ("[nul^ ]", "expected 'null', found a space"),
      ("^0123", "a number starts with 0 and continues with a digit"),
      ("[-^0123]", "a number starts with 0 and continues with a digit"),
      ("-^", "the file ends early: expected a digit"),
      ("[-^.5]", "expected a digit, found '.'"),
      ("[1.^]", "expected a digit, found ']'"),
      ("[1.5e^,2]", "expected a digit, found ','"),
      ("[1e+^\t2]", "expected a digit, found a tab"),
      (#""abc^"#, "the file ends early, inside a string"),
      (#""abc\^"#, "the file ends early, inside a string"),
      (#""abc\u00^"#, "the file ends early, inside a string"),
      ("\"a long enough text^\tand more of it\"", tab),
      ("\"a^\nb\"", "a line break inside a string must be written as an escape"),
      ("\"^\u{1}\"", "the character U+0001 inside a string must be written as an escape"),
      (#""a\^x""#, #"expected one of " \ / b f n r t u after '\', found 'x'"#),
      (#""\u12^g4""#, #"expected four hexadecimal digits after '\u', found 'g'"#),
      (#"{"\u12^"": 1}"#, #"expected four hexadecimal digits after '\u', found '"'"#),
      (#""ab^\uDC00\uD800""#, "an escape is half of a surrogate pair without the other half"),
      (#""ab^\uD800x""#, "an escape is half of a surrogate pair without the other half"),
      (#""ab^\uD800\u0041""#, "an escape is half of a surrogate pair without the other half"),
    ]
  )
  func points(marked: String, message: String) {
    let text = MarkedText(marked)
    #expect(agreedFault(in: text.bytes) == JSONWalk.Fault(message: message, offset: text.offset))
  }

  static let tab = "a tab inside a string must be written as an escape"

  @Test(
    "reject bytes that are not UTF-8, in values and in keys",
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x9F, 0xBF],
      [0xE2, 0x82], [0xE2, 0x82, 0x41], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]]
  )
  func invalidUTF8(broken: [UInt8]) {
    for (before, after) in [("\"", "\""), ("{\"key ", "\": 1}"), ("[\"\u{20AC} ", "")] {
      let document = ContiguousArray(Array(before.utf8) + broken + Array(after.utf8))
      let byte = String(broken[0], radix: 16, uppercase: true)
      #expect(
        agreedFault(in: document)
          == JSONWalk.Fault(
            message: "expected UTF-8, found the byte 0x\(byte)",
            offset: before.utf8.count
          )
      )
    }
  }

  @Test("name another kind of value than the one that was asked for")
  func otherKinds() {
    func message<Value>(
      _ text: String,
      _ read: (inout JSONScanner) throws(JSONError) -> Value
    ) -> String? {
      do throws(JSONError) {
        _ = try scan(text, read)
        return nil
      } catch {
        return "\(error.offset): \(error)"
      }
    }
    #expect(
      message(" 12") { s throws(JSONError) in try s.readString() }
        == "1: expected a string, found a number"
    )
    #expect(
      message(#""12""#) { s throws(JSONError) in try s.readNumber() }
        == "0: expected a number, found a string"
    )
    #expect(
      message("null") { s throws(JSONError) in try s.readBool() }
        == "0: expected true or false, found null"
    )
    #expect(
      message("true") { s throws(JSONError) in try s.readNull() }
        == "0: expected null, found true or false"
    )
    #expect(
      message("{}") { s throws(JSONError) in try s.beginArray() }
        == "0: expected an array, found an object"
    )
    #expect(
      message("[]") { s throws(JSONError) in try s.beginObject() }
        == "0: expected an object, found an array"
    )
    #expect(
      message("]") { s throws(JSONError) in try s.beginObject() }
        == "0: expected an object, found ']'"
    )
  }
}
