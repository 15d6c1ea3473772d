import CEL
import Testing

@Suite("Errors of names and types")
struct TypeErrorTests {
  static let names: [MarkedError] = [
    "subscription.paidMonth >= 3\n^~~~~~~~~~~~~~~~~~~~~~\nunknown variable 'subscription.paidMonth', did you mean 'subscription.paidMonths'?",
    "nwo\n^~~\nunknown variable 'nwo', did you mean 'now'?",
    "something.else\n^~~~~~~~~~~~~~\nunknown variable 'something.else'",
    "subscription == 1\n^~~~~~~~~~~~\n'subscription' has no value of its own, only fields",
    "customer.storefront.code\n                    ^~~~\n'customer.storefront' is a string and has no field 'code'",
    "now.offer.grace\n    ^~~~~\n'now' is a timestamp and has no field 'offer'",
    "sise('a')\n^~~~\nunknown function 'sise', did you mean 'size'?",
    "hass(offer.minimumMonths)\n^~~~\nunknown function 'hass', did you mean 'has'?",
    "'a'.lowerAscii()\n    ^~~~~~~~~~\nunknown function 'lowerAscii'",
    "startsWith('a', 'b')\n^~~~~~~~~~\n'startsWith' is called on a value, as in 'value.startsWith(text)'",
    "'5'.int()\n    ^~~\n'int' takes its value as an argument, as in 'int(value)'",
    "now.addMonths(1)\n    ^~~~~~~~~\n'addMonths' takes its value as an argument, as in 'addMonths(value)'",
    "has(subscription.paidMonths)\n    ^~~~~~~~~~~~~~~~~~~~~~~\n'subscription.paidMonths' is never absent; 'has' asks for what may be",
    "has(offer.minimumMonth)\n    ^~~~~~~~~~~~~~~~~~\nunknown variable 'offer.minimumMonth', did you mean 'offer.minimumMonths'?",
    "has(now)\n    ^~~\n'has' takes one field of a name, as in 'has(offer.endDate)'",
    "has('a')\n    ^~~\n'has' takes one field of a name, as in 'has(offer.endDate)'",
    "has()\n^~~\n'has' takes one field of a name, as in 'has(offer.endDate)'",
  ]

  @Test("of names suggest the nearest one", arguments: names)
  func name(example: MarkedError) {
    example.expect(
      #expect(throws: ExpressionError.self) {
        try Expression(example.source, in: .example)
      }
    )
  }

  static let types: [MarkedError] = [
    "1 < 'a'\n  ^\nno operator '<' for int and string",
    "1 == 'a'\n  ^~\nno operator '==' for int and string",
    "[1] == ['a']\n    ^~\nno operator '==' for list(int) and list(string)",
    "[1] < [2]\n    ^\nno operator '<' for list(int) and list(int)",
    "null <= null\n     ^~\nno operator '<=' for null and null",
    "offer.minimumMonths == null\n                    ^~\nno operator '==' for int and null, did you mean '!has(offer.minimumMonths)'?",
    "null != offer.territories\n     ^~\nno operator '!=' for null and list(string), did you mean 'has(offer.territories)'?",
    "subscription.paidMonths == null\n                        ^~\nno operator '==' for int and null",
    "1 in 2\n  ^~\nno operator 'in' for int and int",
    "'a' in [1]\n    ^~\nno operator 'in' for string and list(int)",
    "1 + 1.5\n  ^\nno operator '+' for int and double",
    "1 + 2 + 'a'\n      ^\nno operator '+' for int and string",
    "1.5 % 2.0\n    ^\nno operator '%' for double and double",
    "offer.startDate + offer.startDate\n                ^\nno operator '+' for timestamp and timestamp",
    "offer.grace - offer.startDate\n            ^\nno operator '-' for duration and timestamp",
    "offer.grace * 2\n            ^\nno operator '*' for duration and int",
    "'a' - 'b'\n    ^\nno operator '-' for string and string",
    "[1] + ['a']\n    ^\nno operator '+' for list(int) and list(string)",
    "-'a'\n ^~~\nno operator '-' for string",
    "-offer.grace\n ^~~~~~~~~~~\nno operator '-' for duration",
    "!1\n ^\nno operator '!' for int",
    "true && 1\n        ^\nno operator '&&' for int",
    "true || ('a')\n         ^~~\nno operator '||' for string",
    "1 ? 2 : 3\n^\nthe condition of '?:' is a bool, but here int",
    "true ? 1 : 'a'\n           ^~~\nthe results of '?:' have one type, but here int and string",
    "true ? 1 : false ? 1.5 : 2\n                   ^~~\nthe results of '?:' have one type, but here int and double",
    "[1, 2, 'a']\n       ^~~\nthe elements of a list have one type, but here int and string",
    "[1, 2.5]\n    ^~~\nthe elements of a list have one type, but here int and double",
    "size(1)\n^~~~\nno function 'size' for int",
    "size()\n^~~~\nno function 'size' for no arguments",
    "'a'.size('b')\n    ^~~~\nno function 'size' for string and string",
    "'a'.startsWith(1)\n    ^~~~~~~~~~\nno function 'startsWith' for string and int",
    "timestamp(1.5)\n^~~~~~~~~\nno function 'timestamp' for double",
    "int(true)\n^~~\nno function 'int' for bool",
    "string([1])\n^~~~~~\nno function 'string' for list(int)",
    "addMonths(offer.startDate, 1, 2)\n^~~~~~~~~\nno function 'addMonths' for timestamp, int and int",
    "addMonths(offer.startDate, offer.grace)\n^~~~~~~~~\nno function 'addMonths' for timestamp and duration",
  ]

  @Test("of types name the types", arguments: types)
  func type(example: MarkedError) {
    example.expect(
      #expect(throws: ExpressionError.self) {
        try Expression(example.source, in: .example)
      }
    )
  }

  static let clock: [MarkedError] = [
    "now < now\n      ^~~\n'now' is on both sides of '<'; one side must be independent of it",
    "now - now > offer.grace\n      ^~~\n'now' is on both sides of '-'; one side must be independent of it",
    "now > (now > offer.startDate ? offer.startDate : addMonths(offer.startDate, 1))\n       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n'now' is on both sides of '>'; one side must be independent of it",
    "addMonths(now, now > offer.startDate ? 1 : 2) > offer.startDate\n               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n'now' is on both sides of 'addMonths'; one side must be independent of it",
    "string(now) == 'a'\n       ^~~\n'now' cannot be used in 'string', only shifted and compared",
    "int(now) * 2 > 5\n^~~~~~~~\n'now' cannot be used in '*', only shifted and compared",
    "5 % int(now + offer.grace) > 5\n    ^~~~~~~~~~~~~~~~~~~~~~\n'now' cannot be used in '%', only shifted and compared",
    "-int(now) > 5\n ^~~~~~~~\n'now' cannot be used in '-', only shifted and compared",
    "offer.startDate in [now]\n                    ^~~\n'now' cannot be used in '[]', only shifted and compared",
    "(true ? now : offer.startDate) > offer.startDate\n        ^~~\n'now' cannot be used in '?:', only shifted and compared",
    "addMonths(offer.startDate, int(now)) > offer.startDate\n                           ^~~~~~~~\n'now' cannot be used in 'addMonths', only shifted and compared",
  ]

  @Test("hold the clock to uses that can be solved", arguments: clock)
  func clockUse(example: MarkedError) {
    example.expect(
      #expect(throws: ExpressionError.self) {
        try Expression(example.source, in: .example)
      }
    )
  }

  @Test(
    "let the clock be shifted, turned into seconds and compared",
    arguments: [
      "now", "now in [offer.startDate]", "addMonths(now - offer.grace, -1) >= offer.startDate",
      "int(now) + 5 - 3 < 7", "offer.startDate - now + offer.grace == offer.grace",
      "(now > offer.startDate) == (now < addMonths(offer.startDate, 1))",
      "timestamp(now) >= offer.startDate && string(now >= offer.startDate) == 'true'",
    ]
  )
  func allowedClockUse(source: String) throws {
    #expect(try Expression(source, in: .example).variables.first?.index == 0)
  }
}
