import CalendarTime
import Testing

@Suite("Offsets from UTC")
struct UTCOffsetTests {
  @Test(
    "an offset is read from UTC, Z, or hours and minutes (T4)",
    arguments: [
      ("UTC", 0, "UTC"),
      ("Z", 0, "UTC"),
      ("z", 0, "UTC"),
      ("-00:00", 0, "UTC"),
      ("+0900", 32_400_000, "+09:00"),
      ("-08", -28_800_000, "-08:00"),
    ] as [(String, Int64, String)]
  )
  func read(text: String, milliseconds: Int64, description: String) throws {
    let offset = try #require(UTCOffset(text))
    #expect(offset.milliseconds == milliseconds)
    #expect(offset.description == description)
  }

  @Test(
    "other text is no offset (T4)",
    arguments: [
      "", " ", "utc", "UTC ", " UTC", "GMT", "UT", "Europe/Berlin", "PST", "ZZ", "Z ",
      "09:00", "+9:00", "+9", "+", "-", "+0", "+09:", "+09:0", "+09:000", "+09:00:00", "+09000",
      "+24:00", "-24:00", "+09:60", "+99:99", "++9:00", "+-9:00", "+09-00", "+09.00",
      "\u{2212}08:00", "+०९:००", "+09:00\0",
    ]
  )
  func notRead(text: String) {
    #expect(UTCOffset(text) == nil)
  }

  @Test("every offset of hours and minutes is read, and written in the same way (T4)")
  func roundTrip() {
    for minutes in Int64(-1439)...1439 {
      let (hour, minute) = minutes.magnitude.quotientAndRemainder(dividingBy: 60)
      let text =
        (minutes < 0 ? "-" : "+") + (hour < 10 ? "0" : "") + String(hour) + ":"
        + (minute < 10 ? "0" : "") + String(minute)
      let offset = UTCOffset(text)
      #expect(offset?.milliseconds == minutes * 60_000)
      #expect(offset?.description == (minutes == 0 ? "UTC" : text))
    }
  }

  @Test("UTC has no offset")
  func utc() {
    #expect(UTCOffset.utc.milliseconds == 0)
    #expect(UTCOffset.utc == UTCOffset("UTC"))
  }
}
