import CEL
import CalendarTime
import Testing

@Suite("Operators and functions")
struct OperationTests {
  @Test(
    "compare",
    arguments: [
      "1 == 1.0", "1 != 1.5", "9007199254740993 > 9007199254740992.0",
      "9223372036854775807 < 9223372036854775808.0",
      "-9223372036854775808 == -9223372036854775808.0",
      "1 < 1.5", "-1 > -1.5", "-2 < -1.5", "1.5 > 1", "!(1 < 0.0 / 0.0)", "1 != 0.0 / 0.0",
      "!(0.0 / 0.0 >= 0.0 / 0.0)", "5 < 1.0 / 0.0", "5 > -1.0 / 0.0", "false < true",
      "'a' < 'b'", "'Z' < 'a'", "'\\uffff' < '\\U00010000'", "'' < 'a'", "'a' <= 'a'", "'a' >= 'a'",
      "'e\\u0301' != '\\u00e9'", "duration('1s') > duration('999ms')", "[1, 2] == [1.0, 2.0]",
      "[] == []", "[1] != [1, 2]", "[[]] == [[]]", "null == null", "!(null != null)",
      "1 in [3, 2, 1]", "1.0 in [1]", "!(1 in [])", "[1] in [[1.0]]", "null in [null]",
      "timestamp('2024-02-29T00:00:00Z') < timestamp('2024-02-28T23:00:00-02:00')",
    ]
  )
  func comparison(source: String) throws {
    #expect(try Expression(source, in: .example).evaluate { _ in .unknown } == .value(.bool(true)))
  }

  @Test(
    "compute",
    arguments: [
      ("7 / 2", "3"), ("-7 / 2", "-3"), ("-7 % 2", "-1"), ("7 % -2", "1"),
      ("-9223372036854775808 % 1", "0"),
      ("2 - 3 - 4", "-5"), ("2 - (3 - 4)", "3"), ("100 / 10 / 5", "2"), ("2 + 3 * 4", "14"),
      ("1.0 / 0.0", "inf"), ("0.1 + 0.2", "0.30000000000000004"), ("'a' + 'b' + ''", "'ab'"),
      ("[1] + [] + [2]", "[1, 2]"), ("size('é🐱')", "2"), ("'e\\u0301'.size()", "2"),
      ("[1, 2].size()", "2"), ("'ab'.contains('')", "true"), ("'aab'.contains('ab')", "true"),
      ("'é'.contains('e')", "false"), ("'e\\u0301'.startsWith('e')", "true"),
      ("'ab'.endsWith('b')", "true"), ("'b'.endsWith('ab')", "false"), ("int(-1.9)", "-1"),
      ("int('-12')", "-12"), ("int(timestamp('1969-12-31T23:59:59.999Z'))", "-1"),
      ("string(-0.0045)", "'-0.0045'"), ("string(5.0)", "'5.0'"), ("string(true)", "'true'"),
      ("string(duration('90m'))", "'5400s'"), ("string(timestamp(1))", "'1970-01-01T00:00:01Z'"),
      ("string(timestamp('2024-06-01T00:00:00.100Z'))", "'2024-06-01T00:00:00.1Z'"),
      ("duration('-1h2m3.5s4ms5us6ns')", "duration('-3723.505s')"),
      ("duration('0')", "duration('0s')"),
      ("duration('+.5s')", "duration('0.5s')"), ("duration('1.s')", "duration('1s')"),
      ("duration('0.0009s')", "duration('0s')"), ("duration('-0.0009s')", "duration('-0.001s')"),
      ("duration('0.00000000000000000009h')", "duration('0s')"),
      ("duration('1µs1000us')", "duration('0.001s')"),
      ("timestamp('2024-01-31T12:00:00Z') + duration('24h')", "timestamp('2024-02-01T12:00:00Z')"),
      (
        "timestamp('2024-02-01T00:00:00Z') - timestamp('2024-01-31T12:00:00Z')",
        "duration('43200s')"
      ),
      ("addMonths(timestamp('2024-01-31T12:00:00Z'), 1)", "timestamp('2024-02-29T12:00:00Z')"),
      ("addMonths(timestamp('2024-02-29T12:00:00Z'), -12)", "timestamp('2023-02-28T12:00:00Z')"),
      ("-(0.5)", "-0.5"),
      ("true ? 1 : 1 / 0", "1"), ("false ? 1 / 0 : true ? 2 : 3", "2"), ("--1", "1"),
      ("!!true", "true"),
    ]
  )
  func computation(source: String, text: String) throws {
    #expect(try Expression(source, in: .example).evaluate { _ in .unknown }.text() == text)
  }

  @Test(
    "fail",
    arguments: [
      ("9223372036854775807 + 1", "integer overflow"),
      ("-9223372036854775808 - 1", "integer overflow"),
      ("-(-9223372036854775808)", "integer overflow"),
      ("4611686018427387904 * 2", "integer overflow"),
      ("-9223372036854775808 / -1", "integer overflow"),
      ("-9223372036854775808 % -1", "integer overflow"), ("1 / 0", "division by zero"),
      ("1 % 0", "division by zero"), ("int(1e19)", "the result is out of the range of int"),
      ("int(0.0 / 0.0)", "the result is out of the range of int"),
      ("int('')", "'' cannot be read as an int"), ("int('1.5')", "'1.5' cannot be read as an int"),
      ("int('9223372036854775808')", "'9223372036854775808' cannot be read as an int"),
      ("timestamp(253402300800)", "the timestamp is not in the years 1 to 9999"),
      ("timestamp(9223372036854775807)", "the timestamp is not in the years 1 to 9999"),
      (
        "timestamp('9999-12-31T23:59:59Z') + duration('1s')",
        "the timestamp is not in the years 1 to 9999"
      ),
      (
        "timestamp('0001-01-01T00:00:00Z') - duration('1ms')",
        "the timestamp is not in the years 1 to 9999"
      ),
      ("timestamp('2024-06-01')", "'2024-06-01' cannot be read as a timestamp"),
      ("timestamp('2024-06-01T00:00:00')", "'2024-06-01T00:00:00' cannot be read as a timestamp"),
      ("timestamp('2024-06-01 00:00:00Z')", "'2024-06-01 00:00:00Z' cannot be read as a timestamp"),
      ("timestamp('2024-06-01T00:00Z')", "'2024-06-01T00:00Z' cannot be read as a timestamp"),
      ("timestamp('2024-06-31T00:00:00Z')", "'2024-06-31T00:00:00Z' cannot be read as a timestamp"),
      ("timestamp('')", "'' cannot be read as a timestamp"),
      ("duration('')", "'' cannot be read as a duration"),
      ("duration('1')", "'1' cannot be read as a duration"),
      ("duration('s')", "'s' cannot be read as a duration"),
      ("duration('.s')", "'.s' cannot be read as a duration"),
      ("duration('1d')", "'1d' cannot be read as a duration"),
      ("duration('--1s')", "'--1s' cannot be read as a duration"),
      ("duration('1s ')", "'1s ' cannot be read as a duration"),
      ("duration('2562048h')", "the duration is longer than 9223372036.854 seconds"),
      (
        "duration('99999999999999999999999999h')",
        "the duration is longer than 9223372036.854 seconds"
      ),
      (
        "duration('2000000h') + duration('2000000h')",
        "the duration is longer than 9223372036.854 seconds"
      ),
      (
        "timestamp('9999-01-01T00:00:00Z') - timestamp('2000-01-01T00:00:00Z')",
        "the duration is longer than 9223372036.854 seconds"
      ),
      ("[1 / 0]", "division by zero"), ("1 / 0 == 1 || false", "division by zero"),
    ]
  )
  func failure(source: String, text: String) throws {
    #expect(try Expression(source, in: .example).evaluate { _ in .unknown }.text() == text)
  }

  @Test(
    "fail where more is put together than a string or a list may have, however long an operand is",
    arguments: [(93, false), (94, true), (10 << 20, true)]
  )
  func tooLong(count: Int, isTooLong: Bool) throws {
    let sum = Array(repeating: "customer.storefront", count: 700).joined(separator: " + ")
    let expression = try Expression("size(\(sum)) == 65100", in: .example)
    let outcome = expression.evaluate(
      Environment.example.bindings([
        "customer.storefront": .value(.string(String(repeating: "x", count: count)))
      ])
    )
    #expect(outcome == (isTooLong ? .failure(.tooLong) : .value(.bool(true))))
    #expect(
      EvaluationFailure.tooLong.message(in: .example)
        == "the result is a string of more than 65536 bytes, or a list of as many elements"
    )
  }

  @Test("addMonths may leave the years 1 to 9999, and never fails (T2)")
  func addMonthsIsTotal() throws {
    let source = "addMonths(offer.startDate, subscription.paidMonths) > offer.startDate"
    let expression = try Expression(source, in: .example)
    for (months, isLater) in [(1, true), (Int64.max, true), (Int64.min, false), (-1, false)] {
      let outcome = expression.evaluate(
        Environment.example.bindings([
          "offer.startDate": .value(.timestamp(.maximum)),
          "subscription.paidMonths": .value(.int(months)),
        ])
      )
      #expect(outcome == .value(.bool(isLater)))
    }
  }

  @Test("a binding that is not of the variable's type is a failure")
  func wrongType() throws {
    let expression = try Expression("subscription.paidMonths > 1", in: .example)
    let outcome = expression.evaluate { _ in .value(.string("2")) }
    #expect(outcome.text() == "'subscription.paidMonths' is bound to a value that is not an int")
    #expect(expression.specialized { _ in .value(.string("2")) }.constant == outcome)
  }
}
