import TestSupport
import Testing
import WinBack
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
      let row = RevenueCatSamples.row(
        "alice",
        number: 1,
        from: "2024-01-01",
        to: "2024-02-01",
        ["updated_at": text]
      )
      let input = try? histories(RevenueCatSamples.text([row]), as: .revenueCat)
      let found = input?.histories.first?.transactions.first?.signedDate
      try #require(found == expected, "seed \(seed), date \(number): \(text)")
      if expected == nil { refusals += 1 }
    }
    #expect((20...380).contains(refusals))
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
