import CEL
import Testing

@Suite("Errors of syntax")
struct SyntaxErrorTests {
  static let examples = MarkedError.list(
    #"""

    ^
    expected an expression, found the end

    1 +
       ^
    expected an expression, found the end

    1 2
      ^
    expected an operator or the end, found '2'

    (1
      ^
    expected an operator or ')', found the end

    1)
     ^
    expected an operator or the end, found ')'

    [1, 2
         ^
    expected an operator or ']', found the end

    [,]
     ^
    expected an expression, found ','

    size('a',)
             ^
    expected an expression, found ')'

    true ? 1
            ^
    expected ':', found the end

    a.
      ^
    expected a field name, found the end

    a.1
     ^~
    expected an operator or the end, found '0.1'

    a.'b'
      ^~~
    expected a field name, found a string

    in
    ^~
    expected an expression, found 'in'

    1 in
        ^
    expected an expression, found the end

    if
    ^~
    'if' is a reserved word

    'a'.b
        ^
    the field 'b' of a computed value; only names have fields

    size('a').b
              ^
    the field 'b' of a computed value; only names have fields

    a & b
      ^
    unexpected character '&', did you mean '&&'?

    a | b
      ^
    unexpected character '|', did you mean '||'?

    a = b
      ^
    unexpected character '=', did you mean '=='?

    a # b
      ^
    unexpected character '#'

    a – b
      ^~~
    unexpected character '–'

    'abc
    ^~~~
    the string has no closing quote

    '''abc''
    ^~~~~~~~
    the string has no closing quote

    r'a\
     ^~~
    the string has no closing quote

    'a\
      ^
    '\' is not an escape

    '\q'
     ^~
    '\q' is not an escape

    '\é'
     ^~~
    '\é' is not an escape

    '\x1'
     ^~~
    '\x1' is not an escape

    '\400'
     ^~
    '\4' is not an escape

    '\09'
     ^~
    '\0' is not an escape

    '\ud800'
     ^~~~~~
    '\ud800' is not an escape

    '\U00110000'
     ^~~~~~~~~~
    '\U00110000' is not an escape

    12ab
    ^~~~
    '12ab' is not a number

    0x
    ^~
    '0x' is not a number

    0xfg
    ^~~~
    '0xfg' is not a number

    1e
    ^~
    '1e' is not a number

    1.5e+x
    ^~~~~
    '1.5e+' is not a number

    9223372036854775808
    ^~~~~~~~~~~~~~~~~~~
    9223372036854775808 is out of the range of int

    99999999999999999999
    ^~~~~~~~~~~~~~~~~~~~
    99999999999999999999 is out of the range of int

    1e999
    ^~~~~
    1e999 is out of the range of double
    """#
  )

  @Test("say what was expected and where", arguments: examples)
  func message(example: MarkedError) {
    example.expect()
  }

  static let outside = MarkedError.list(
    """
    1u
    ^~
    an unsigned integer is not in this language, did you mean '1'?

    0x1fU
    ^~~~~
    an unsigned integer is not in this language, did you mean '0x1f'?

    b'a'
    ^
    a bytes literal is not in this language

    rB"a"
    ^~
    a bytes literal is not in this language

    [1][0]
       ^
    indexing is not in this language

    {'a': 1}
    ^
    a map is not in this language

    a.b{}
       ^
    a message is not in this language

    .a
    ^
    a name that begins with '.' is not in this language

    'a'.matches('b')
        ^~~~~~~
    'matches' is not in this language

    [1].all(x, x > 0)
        ^~~
    'all' is not in this language

    now.getFullYear()
        ^~~~~~~~~~~
    'getFullYear' is not in this language

    uint(1)
    ^~~~
    'uint' is not in this language
    """
  )

  @Test("name what only other implementations have", arguments: outside)
  func notInLanguage(example: MarkedError) {
    example.expect()
  }
}
