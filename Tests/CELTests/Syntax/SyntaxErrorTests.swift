import CEL
import Testing

@Suite("Errors of syntax")
struct SyntaxErrorTests {
  static let examples: [MarkedError] = [
    "\n^\nexpected an expression, found the end",
    "1 +\n   ^\nexpected an expression, found the end",
    "1 2\n  ^\nexpected an operator or the end, found '2'",
    "(1\n  ^\nexpected an operator or ')', found the end",
    "1)\n ^\nexpected an operator or the end, found ')'",
    "[1, 2\n     ^\nexpected an operator or ']', found the end",
    "[,]\n ^\nexpected an expression, found ','",
    "size('a',)\n         ^\nexpected an expression, found ')'",
    "true ? 1\n        ^\nexpected ':', found the end",
    "a.\n  ^\nexpected a field name, found the end",
    "a.1\n ^~\nexpected an operator or the end, found '0.1'",
    "a.'b'\n  ^~~\nexpected a field name, found a string",
    "in\n^~\nexpected an expression, found 'in'",
    "1 in\n    ^\nexpected an expression, found the end",
    "if\n^~\n'if' is a reserved word",
    "'a'.b\n    ^\nthe field 'b' of a computed value; only names have fields",
    "size('a').b\n          ^\nthe field 'b' of a computed value; only names have fields",
    "a & b\n  ^\nunexpected character '&', did you mean '&&'?",
    "a | b\n  ^\nunexpected character '|', did you mean '||'?",
    "a = b\n  ^\nunexpected character '=', did you mean '=='?",
    "a # b\n  ^\nunexpected character '#'",
    "a – b\n  ^~~\nunexpected character '–'",
    "'abc\n^~~~\nthe string has no closing quote",
    "'''abc''\n^~~~~~~~\nthe string has no closing quote",
    "r'a\\\n ^~~\nthe string has no closing quote",
    "'a\\\n  ^\n'\\' is not an escape",
    "'\\q'\n ^~\n'\\q' is not an escape",
    "'\\é'\n ^~~\n'\\é' is not an escape",
    "'\\x1'\n ^~~\n'\\x1' is not an escape",
    "'\\400'\n ^~\n'\\4' is not an escape",
    "'\\09'\n ^~\n'\\0' is not an escape",
    "'\\ud800'\n ^~~~~~\n'\\ud800' is not an escape",
    "'\\U00110000'\n ^~~~~~~~~~\n'\\U00110000' is not an escape",
    "12ab\n^~~~\n'12ab' is not a number",
    "0x\n^~\n'0x' is not a number",
    "0xfg\n^~~~\n'0xfg' is not a number",
    "1e\n^~\n'1e' is not a number",
    "1.5e+x\n^~~~~\n'1.5e+' is not a number",
    "9223372036854775808\n^~~~~~~~~~~~~~~~~~~\n9223372036854775808 is out of the range of int",
    "99999999999999999999\n^~~~~~~~~~~~~~~~~~~~\n99999999999999999999 is out of the range of int",
    "1e999\n^~~~~\n1e999 is out of the range of double",
  ]

  @Test("say what was expected and where", arguments: examples)
  func message(example: MarkedError) {
    example.expect(
      #expect(throws: ExpressionError.self) {
        try Expression(example.source, in: .example)
      }
    )
  }

  static let outside: [MarkedError] = [
    "1u\n^~\nan unsigned integer is not in this language, did you mean '1'?",
    "0x1fU\n^~~~~\nan unsigned integer is not in this language, did you mean '0x1f'?",
    "b'a'\n^\na bytes literal is not in this language",
    "rB\"a\"\n^~\na bytes literal is not in this language",
    "[1][0]\n   ^\nindexing is not in this language",
    "{'a': 1}\n^\na map is not in this language",
    "a.b{}\n   ^\na message is not in this language",
    ".a\n^\na name that begins with '.' is not in this language",
    "'a'.matches('b')\n    ^~~~~~~\n'matches' is not in this language",
    "[1].all(x, x > 0)\n    ^~~\n'all' is not in this language",
    "now.getFullYear()\n    ^~~~~~~~~~~\n'getFullYear' is not in this language",
    "uint(1)\n^~~~\n'uint' is not in this language",
  ]

  @Test("name what only other implementations have", arguments: outside)
  func notInLanguage(example: MarkedError) {
    example.expect(
      #expect(throws: ExpressionError.self) {
        try Expression(example.source, in: .example)
      }
    )
  }

  @Test(
    "count lines and columns in code points from 1",
    arguments: [
      ("true &&\n  'é🐱' + 1", 2, 8), ("\r\n\n x", 3, 2), ("x", 1, 1), ("1 +\n", 2, 1),
    ]
  )
  func place(source: String, line: Int, column: Int) {
    let error = #expect(throws: ExpressionError.self) { try Expression(source, in: .example) }
    #expect(error.map { [$0.line, $0.column] } == [line, column])
  }
}
