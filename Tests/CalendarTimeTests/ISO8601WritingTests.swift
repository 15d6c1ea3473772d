import CalendarTime
import Testing

@Suite("Writing ISO 8601")
struct ISO8601WritingTests {
  @Test("known instants are written in UTC with milliseconds (T1)", arguments: KnownInstant.table)
  func known(text: String, milliseconds: Int64) {
    #expect(Instant(milliseconds: milliseconds).iso8601 == text)
    #expect(Instant(milliseconds: milliseconds).description == text)
  }

  @Test(
    "an instant outside the years 1 to 9999 is written with all digits of its year",
    arguments: [
      (253_402_300_800_000, "+10000-01-01T00:00:00.000Z"),
      (-62_135_596_800_001, "0000-12-31T23:59:59.999Z"),
      (-62_167_219_200_001, "-0001-12-31T23:59:59.999Z"),
      (.max, "+292278994-08-17T07:12:55.807Z"),
      (.min, "-292275055-05-16T16:47:04.192Z"),
    ] as [(Int64, String)]
  )
  func outside(milliseconds: Int64, text: String) {
    let instant = Instant(milliseconds: milliseconds)
    #expect(instant.iso8601 == text)
    var bytes: ContiguousArray<UInt8> = []
    instant.appendISO8601(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test("text is appended to the bytes that are there")
  func appended() {
    let instant = Instant(milliseconds: 1_717_200_000_001)
    var contiguous = ContiguousArray("from ".utf8)
    var array = Array("from ".utf8)
    instant.appendISO8601(to: &contiguous)
    instant.appendISO8601(to: &array)
    #expect(String(decoding: contiguous, as: UTF8.self) == "from 2024-06-01T00:00:00.001Z")
    #expect(Array(contiguous) == array)
  }

  @Test("every number of a time is written with all of its digits")
  func everyNumber() {
    for second in Int64(0)..<86_400 {
      let millisecond = second % 1000
      let text = Instant(milliseconds: second * 1000 + millisecond).iso8601
      let parts = text.dropFirst(11).dropLast().split(whereSeparator: { $0 == ":" || $0 == "." })
      let expected = [second / 3600, second / 60 % 60, second % 60, millisecond]
      guard text.utf8.count == 24, parts.map({ Int64($0) }) == expected else {
        Issue.record("second \(second) is written as \(text)")
        return
      }
    }
  }
}
