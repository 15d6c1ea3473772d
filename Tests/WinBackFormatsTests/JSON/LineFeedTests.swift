import TestSupport
import Testing
import WinBackFormats

@Suite("Line feeds")
struct LineFeedTests {
  @Test("are counted wherever they stand among however many bytes")
  func counting() {
    for seed in 0..<UInt64(100) {
      var generator = SplitMix64(seed: seed)
      var bytes: ContiguousArray<UInt8> = []
      let bound = UInt8.random(in: 10...255, using: &generator)
      for _ in 0..<Int.random(in: 0...3000, using: &generator) {
        bytes.append(UInt8.random(in: 10...bound, using: &generator))
      }
      #expect(bytes.rawBytes.lineFeedCount == bytes.count { $0 == 10 }, "seed \(seed)")
    }
  }
}
