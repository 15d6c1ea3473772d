import CalendarTime
import TestSupport
import Testing

@Suite("Reading ISO 8601")
struct ISO8601ReadingTests {
  @Test("known instants are read to the millisecond (T1)", arguments: KnownInstant.table)
  func known(text: String, milliseconds: Int64) throws {
    #expect(try ISO8601Date(parsing: text).instant.milliseconds == milliseconds)
  }

  @Test(
    "every form is read (T1, T4)",
    arguments: [
      ("2024-06-01", "2024-06-01T00:00:00.000Z"),
      ("2024-06-01T09:30", "2024-06-01T09:30:00.000Z"),
      ("2024-06-01T09:30Z", "2024-06-01T09:30:00.000Z"),
      ("2024-06-01T09:30+01:00", "2024-06-01T08:30:00.000Z"),
      ("2024-06-01T09:30:15", "2024-06-01T09:30:15.000Z"),
      ("2024-06-01T09:30:15Z", "2024-06-01T09:30:15.000Z"),
      ("2024-06-01t09:30:15z", "2024-06-01T09:30:15.000Z"),
      ("2024-06-01 09:30:15", "2024-06-01T09:30:15.000Z"),
      ("2024-06-01 09:30:15Z", "2024-06-01T09:30:15.000Z"),
      ("2024-06-01 09:30:15+00", "2024-06-01T09:30:15.000Z"),
      ("2024-06-01T09:30:15.1", "2024-06-01T09:30:15.100Z"),
      ("2024-06-01T09:30:15.12Z", "2024-06-01T09:30:15.120Z"),
      ("2024-06-01T09:30:15.123", "2024-06-01T09:30:15.123Z"),
      ("2024-06-01T09:30:15.123z", "2024-06-01T09:30:15.123Z"),
      ("2024-06-01 09:30:15.123Z", "2024-06-01T09:30:15.123Z"),
      ("2024-06-01T09:30:15.1239", "2024-06-01T09:30:15.123Z"),
      ("2024-06-01T09:30:15.9999999999999999999999999Z", "2024-06-01T09:30:15.999Z"),
      ("1969-12-31T23:59:59.9999Z", "1969-12-31T23:59:59.999Z"),
      ("2024-06-01T09:30:15+09:00", "2024-06-01T00:30:15.000Z"),
      ("2024-06-01T09:30:15-0800", "2024-06-01T17:30:15.000Z"),
      ("2024-06-01T09:30:15.123456+0000", "2024-06-01T09:30:15.123Z"),
      ("2024-06-01T09:30:15-23:59", "2024-06-02T09:29:15.000Z"),
      ("0001-01-01T00:00:00-00:01", "0001-01-01T00:01:00.000Z"),
      ("0001-01-01T09:00:00+09:00", "0001-01-01T00:00:00.000Z"),
      ("9999-12-31T15:59:59.999-08:00", "9999-12-31T23:59:59.999Z"),
    ]
  )
  func forms(text: String, instant: String) throws {
    #expect(try ISO8601Date(parsing: text).instant.iso8601 == instant)
  }

  @Test("only a date without a time is a date only (T4)")
  func dateOnly() throws {
    #expect(try ISO8601Date(parsing: "2024-06-01").isDateOnly)
    #expect(try !ISO8601Date(parsing: "2024-06-01T00:00").isDateOnly)
    #expect(try !ISO8601Date(parsing: "2024-06-01T00:00:00Z").isDateOnly)
    #expect(try !ISO8601Date(parsing: "2024-06-01 00:00:00.000").isDateOnly)
  }

  @Test(
    "the date is the one that is written, whatever the offset (T4)",
    arguments: [
      ("2024-06-01", "2024-06-01"),
      ("2024-06-01T00:00:00+14:00", "2024-06-01"),
      ("2024-06-01T23:59:59.999-12:00", "2024-06-01"),
      ("2024-06-01T23:59:59Z", "2024-06-01"),
      ("0001-01-01T23:59:59+23:59", "0001-01-01"),
      ("9999-12-31T00:00:00-23:59", "9999-12-31"),
    ]
  )
  func dateAsWritten(text: String, date: String) throws {
    #expect(try ISO8601Date(parsing: text).date.description == date)
  }

  @Test("the offset is the one that is written, or UTC (T4)")
  func offsetAsWritten() throws {
    #expect(try ISO8601Date(parsing: "2024-06-01T00:00:00+05:30").offset.description == "+05:30")
    #expect(try ISO8601Date(parsing: "2024-06-01T00:00:00Z").offset == .utc)
    #expect(try ISO8601Date(parsing: "2024-06-01T00:00:00").offset == .utc)
    #expect(try ISO8601Date(parsing: "2024-06-01").offset == .utc)
  }

  @Test("bytes are read as text is")
  func bytes() throws {
    for text in ["2024-06-01T09:30:15.123Z", "2024-06-01", "2024-06-01T09:30:15+09:00"] {
      let expected = try ISO8601Date(parsing: text)
      let bytes = ContiguousArray(text.utf8)
      #expect(try unsafe ISO8601Date(parsing: bytes.span.bytes) == expected)
      #expect(try ISO8601Date(parsing: Substring(text)) == expected)
    }
  }

  @Test("only the given bytes are read, whatever follows them in memory")
  func boundedBytes() throws {
    let bytes = ContiguousArray("[2024-06-01T09:30:15.123Z]".utf8)
    for end in 1...25 {
      let part = bytes.span.extracting(1..<end)
      let text = String(decoding: bytes[1..<end], as: UTF8.self)
      let read = try? unsafe ISO8601Date(parsing: part.bytes)
      #expect(read == (try? ISO8601Date(parsing: text)))
    }
  }

  @Test("what is written is read again (T1)", arguments: 1...4)
  func roundTrip(seed: UInt64) throws {
    try expectAlways(seed: seed) { random in
      let instant = Instant.random(using: &random)
      let read = try ISO8601Date(parsing: instant.iso8601)
      let holds = read.instant == instant && read.date == instant.date
      return holds ? nil : "\(instant.milliseconds) became \(read.instant.milliseconds)"
    }
  }

  @Test(
    "every byte in every place is read as a slow reader reads it",
    arguments: [
      "2024-02-29", "2024-10-31 19:59:09", "2024-12-31T23:59:09Z", "1999-11-30T09:29:39.987Z",
      "2001-09-09T01:46:40.5-08:00",
    ]
  )
  func everyByte(text: String) throws {
    let slowReader = try SlowISO8601Reader()
    for position in 0..<text.utf8.count {
      for byte in UInt8.min ... .max {
        var bytes = ContiguousArray(text.utf8)
        bytes[position] = byte
        let changed = String(decoding: bytes, as: UTF8.self)
        let fast = try? unsafe ISO8601Date(parsing: bytes.span.bytes)
        guard fast.map(SlowISO8601Reader.Reading.init) == slowReader.read(changed) else {
          Issue.record("'\(changed)' is \(String(describing: fast))")
          return
        }
      }
    }
  }

  @Test("a fraction of any length is read")
  func longFraction() throws {
    let digits = String(repeating: "9", count: 100_000)
    let date = try ISO8601Date(parsing: "2024-06-01T00:00:00.\(digits)Z")
    #expect(date.instant.description == "2024-06-01T00:00:00.999Z")
  }

  @Test("right and almost right texts are read as a slow reader reads them", arguments: 1...4)
  func comparedWithSlowReader(seed: UInt64) throws {
    let slowReader = try SlowISO8601Reader()
    var numberOfReadings = 0
    expectAlways(seed: seed, count: 4000) { random in
      let text = Self.randomText(using: &random)
      let slow = slowReader.read(text)
      let fast = (try? ISO8601Date(parsing: text)).map(SlowISO8601Reader.Reading.init)
      if slow != nil { numberOfReadings += 1 }
      return slow == fast ? nil : "'\(text)' is \(String(describing: fast))"
    }
    // Both kinds of text must come up often, or the comparison says little.
    #expect((1000...3000).contains(numberOfReadings))
  }

  /// A text in one of the forms, of which about half have a byte changed, added or left out.
  private static func randomText(using random: inout SplitMix64) -> String {
    func digits(_ range: ClosedRange<Int64>, _ count: Int) -> String {
      let number = String(Int64.random(in: range, using: &random))
      return String(repeating: "0", count: count - number.count) + number
    }
    var text = "\(digits(1...9999, 4))-\(digits(1...12, 2))-\(digits(1...29, 2))"
    if Int.random(in: 0..<8, using: &random) > 0 {
      text += ["T", "T", "t", " "].randomElement(using: &random) ?? ""
      text += "\(digits(0...23, 2)):\(digits(0...59, 2))"
      if Int.random(in: 0..<6, using: &random) > 0 {
        text += ":\(digits(0...59, 2))"
        let count = Int.random(in: 0...6, using: &random)
        if count > 0 { text += ".\(digits(0...9, 1))" }
        for _ in 1..<max(1, count) { text += digits(0...9, 1) }
      }
      let sign = ["+", "-"].randomElement(using: &random) ?? ""
      let offsets = [
        "", "Z", "Z", "Z", "z", "\(sign)\(digits(0...23, 2)):\(digits(0...59, 2))",
        "\(sign)\(digits(0...23, 2))\(digits(0...59, 2))", "\(sign)\(digits(0...23, 2))",
      ]
      text += offsets.randomElement(using: &random) ?? ""
    }
    guard Bool.random(using: &random) else { return text }

    var characters = Array(text)
    let position = Int.random(in: 0..<characters.count, using: &random)
    let other = Array("0123456789-:.TtZz +/é\0").randomElement(using: &random) ?? "0"
    switch Int.random(in: 0..<4, using: &random) {
    case 0: characters.insert(other, at: position)
    case 1: characters.remove(at: position)
    default: characters[position] = other
    }
    return String(characters)
  }
}
