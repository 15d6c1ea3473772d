import TestSupport
import Testing
import WinBackFormats

@Suite("A date with a time in a column")
struct ColumnDateTests {
  @Test("is read as everywhere else, or refused (T1, T5)")
  func reading() throws {
    let seed: UInt64 = 8_601
    var generator = SplitMix64(seed: seed)
    var refusals = 0
    for number in 0..<400 {
      let text = date(using: &generator)
      let expected = try? TimelineDate(iso8601: text)
      let row = RevenueCatSamples.row(["updated_at": text])
      let input = try? histories(RevenueCatSamples.text([row]), as: .revenueCat)
      let found = input?.histories.first?.transactions.first?.signedDate
      try #require(found == expected, "seed \(seed), date \(number): \(text)")
      if expected == nil { refusals += 1 }
    }
    #expect((20...380).contains(refusals))
  }

  @Test("is read among others of the same months and times as it is read alone (T5)")
  func company() throws {
    var refusals = 0
    for seed: UInt64 in 0..<40 {
      var generator = SplitMix64(seed: seed)
      let texts = (0..<40).map { _ in frequentDate(using: &generator) }
      let dates = texts.map { text in (text, try? TimelineDate(iso8601: text)) }
      let rows = dates.filter { $0.1 != nil }.map(\.0)
      let read = try histories(RevenueCatSamples.text(signed(rows)), as: .revenueCat)
      try #require(
        read.histories.first?.transactions.map(\.signedDate) == dates.map(\.1).filter { $0 != nil },
        "seed \(seed)"
      )
      for (text, _) in dates.filter({ $0.1 == nil }).prefix(4) {
        let table = RevenueCatSamples.text(signed(rows + [text]))
        try #require(throws: FormatError.self, "seed \(seed), \(text)") {
          try histories(table, as: .revenueCat)
        }
        refusals += 1
      }
    }
    #expect(refusals > 20)
  }

  /// Returns rows that are alike but for the dates of their signatures.
  private func signed(_ dates: [String]) -> [[String: String]] {
    dates.enumerated().map { number, date in
      RevenueCatSamples.row(["updated_at": date], number: 10 + number)
    }
  }

  /// Returns a date of few months, some of them twenty years apart, at few times.
  private func frequentDate(using generator: inout SplitMix64) -> String {
    func one(_ texts: String) -> String {
      texts.split(separator: " ").randomElement(using: &generator).map(String.init) ?? ""
    }
    let year = one("1984 2003 2004 2024 2100 0001 9999")
    let month = one("02 02 03 12 01 00 13")
    let day = one("01 10 28 29 30 31 32 00 1O")
    let time = one("08:27:06 23:59:59 00:00:00 24:00:00 08:2a:06")
    let rest = [
      "", "", "Z", ".5", ".000Z", ".250Z", "+00", "+09:00", "-0130", "\0", "Z0", "+0", ".1234567",
    ]
    return "\(year)-\(month)-\(day)\(one("T T t _").replacing("_", with: " "))\(time)"
      + (rest.randomElement(using: &generator) ?? "")
  }

  private func date(using generator: inout SplitMix64) -> String {
    func number(_ range: ClosedRange<Int>, _ digits: Int) -> String {
      let text = String(Int.random(in: range, using: &generator))
      return String(repeating: "0", count: digits - text.count) + text
    }
    let year = number(Bool.random(using: &generator) ? 0...9999 : 1999...2001, 4)
    var text =
      "\(year)-\(number(0...13, 2))-\(number(0...32, 2)) "
      + "\(number(0...24, 2)):\(number(0...60, 2)):\(number(0...60, 2))"
    if Int.random(in: 0..<4, using: &generator) == 0 {
      var bytes = Array(text.utf8)
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      bytes[place] = Array("/:;0AT- .~".utf8).randomElement(using: &generator) ?? 0x30
      text = String(decoding: bytes, as: UTF8.self)
    }
    return text
  }
}
