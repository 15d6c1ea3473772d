import CEL
import Testing

@Suite("Uses of the clock")
struct ClockUseTests {
  static let errors = MarkedError.list(
    """
    now < now
          ^~~
    'now' is on both sides of '<'; one side must be independent of it

    now - now > offer.grace
          ^~~
    'now' is on both sides of '-'; one side must be independent of it

    now > (now > offer.startDate ? offer.startDate : addMonths(offer.startDate, 1))
           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    'now' is on both sides of '>'; one side must be independent of it

    addMonths(now, now > offer.startDate ? 1 : 2) > offer.startDate
                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    'now' is on both sides of 'addMonths'; one side must be independent of it

    string(now) == 'a'
           ^~~
    'now' cannot be used in 'string', only shifted and compared

    int(now) * 2 > 5
    ^~~~~~~~
    'now' cannot be used in '*', only shifted and compared

    5 % int(now + offer.grace) > 5
        ^~~~~~~~~~~~~~~~~~~~~~
    'now' cannot be used in '%', only shifted and compared

    -int(now) > 5
     ^~~~~~~~
    'now' cannot be used in '-', only shifted and compared

    offer.startDate in [now]
                        ^~~
    'now' cannot be used in '[]', only shifted and compared

    (true ? now : offer.startDate) > offer.startDate
            ^~~
    'now' cannot be used in '?:', only shifted and compared

    addMonths(offer.startDate, int(now)) > offer.startDate
                               ^~~~~~~~
    'now' cannot be used in 'addMonths', only shifted and compared
    """
  )

  @Test("are held to those that can be solved", arguments: errors)
  func clockUse(example: MarkedError) {
    example.expect()
  }

  @Test(
    "may shift it, turn it into seconds and compare it",
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
