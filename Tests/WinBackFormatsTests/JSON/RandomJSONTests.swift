import Foundation
import TestSupport
import Testing
import WinBackFormats

@Suite("Random JSON")
struct RandomJSONTests {
  @Test("reads back as it was written, compact or pretty", arguments: [1, 2, 3] as [UInt64])
  func roundTrips(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for number in 0..<400 {
      let value = RandomJSON.make(depth: 5, using: &generator)
      for layout in [JSONWriter.Layout.compact, .pretty] {
        let text = value.text(layout)
        try #require(agreedFault(in: text) == nil, "seed \(seed), document \(number)")
        let root = try JSONDocument(parsing: text).root
        try #require(try value.matches(root), "seed \(seed), document \(number)")
      }
    }
  }

  @Test("cut anywhere is refused there or read to the end", arguments: [4, 5] as [UInt64])
  func truncations(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for number in 0..<(TestBuild.isOptimized ? 100 : 10) {
      let text = RandomJSON.make(depth: 3, using: &generator).text(.pretty)
      for count in text.indices {
        let fault = agreedFault(in: ContiguousArray(text.prefix(count)))
        // What is left of a number may be a number.
        try #require(
          fault?.offset == nil || fault?.offset == count
            || fault?.message.hasPrefix("expe") == true,
          "seed \(seed), document \(number) cut at \(count)"
        )
        if let fault { try #require((0...count).contains(fault.offset)) }
      }
    }
  }

  @Test("damaged anyhow is judged as Foundation judges it", arguments: [6, 7, 8] as [UInt64])
  func damages(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var refusals = 0
    let count = TestBuild.isOptimized ? 10_000 : 1_000
    for number in 0..<count {
      var text = RandomJSON.make(depth: 3, using: &generator).text(
        Bool.random(using: &generator) ? .compact : .pretty
      )
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        damage(&text, using: &generator)
      }
      let fault = agreedFault(in: text)
      if fault != nil { refusals += 1 }
      let context: Comment = "seed \(seed), document \(number): \(Array(text))"
      if let fault {
        // Every place can be found, however broken the rest is.
        let location = FormatError("", at: fault.offset, in: text.rawBytes)
        try #require((0...text.count).contains(fault.offset), context)
        try #require(location.line >= 1 && location.column >= 1, context)
      }
      guard let judgement = Self.judgementOfFoundation(of: text) else { continue }
      if fault == nil {
        try #require(judgement == .accepts, context)
      } else if judgement == .accepts {
        try #require(Self.isTrailingComma(fault, in: text), context)
      }
    }
    #expect((count / 10..<count * 29 / 30).contains(refusals))
  }

  private func damage(_ text: inout ContiguousArray<UInt8>, using generator: inout SplitMix64) {
    let marks = Array(#"{}[]",:\u0-+.eE9tfn "#.utf8) + [0, 9, 10, 0x1F, 0x80, 0xC3, 0xED, 0xFF]
    let mark = marks[Int.random(in: 0..<marks.count, using: &generator)]
    let position = Int.random(in: 0...text.count, using: &generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: text.insert(mark, at: position)
    case 1: if position < text.count { text[position] = mark }
    case 2: if position < text.count { text.remove(at: position) }
    case 3: text.removeSubrange(position...)
    default:
      let end = Int.random(in: position...text.count, using: &generator)
      text.insert(contentsOf: text[position..<end], at: position)
    }
  }

  private enum Judgement { case accepts, refuses }

  /// Returns what Foundation says; nil where its answer is not about JSON in UTF-8.
  private static func judgementOfFoundation(of text: ContiguousArray<UInt8>) -> Judgement? {
    // It takes text with zeros or marks at the start for UTF-16 or UTF-32.
    guard !text.prefix(4).contains(where: { $0 == 0 || $0 >= 0xEF }) else { return nil }
    do {
      _ = try JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
      return .accepts
    } catch {
      // It has no place for numbers beyond its types; the grammar has.
      return "\(error)".contains("not representable") ? nil : .refuses
    }
  }

  /// Whether the fault is a comma before a closing bracket, which Foundation lets pass.
  private static func isTrailingComma(
    _ fault: JSONWalk.Fault?,
    in text: ContiguousArray<UInt8>
  ) -> Bool {
    guard let fault, fault.offset < text.count, [0x5D, 0x7D].contains(text[fault.offset]) else {
      return false
    }
    return text[..<fault.offset].last { $0 > 0x20 } == UInt8(ascii: ",")
  }
}
