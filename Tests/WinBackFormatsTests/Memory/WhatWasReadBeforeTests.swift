import Foundation
import TestSupport
import Testing
import WinBackFormats

/// Reading is a function of the bytes of one line alone.
///
/// Readers walk through lines by an index, and remember the last keys and values, for speed. A line gives
/// the same result, or the same message at the same place, alone and in any company.
///
/// `WINBACK_RANDOM_LINES=1000000` in the environment reads that many, `WINBACK_RANDOM_SEED=2` others.
@Suite("What was read before makes no difference")
struct WhatWasReadBeforeTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let lineCount =
    environment["WINBACK_RANDOM_LINES"].flatMap { UInt64($0) } ?? 800
  private static let seed = environment["WINBACK_RANDOM_SEED"].flatMap { UInt64($0) } ?? 1
  private static let batchSize: UInt64 = 50

  private static var seeds: Range<UInt64> {
    let first = seed &* 1_000_000_007
    return first..<first + max(1, lineCount / batchSize)
  }

  @Test("to a line of a native history, in any order and number of others")
  func lines() throws {
    var refusals = 0
    for seed in Self.seeds {
      var source = RandomHistoryLines(seed: seed)
      let lines = (0..<Self.batchSize).map { _ in source.next() }
      let alone = lines.compactMap { ReadLine.alone($0) }
      try #require(alone.count == lines.count, "seed \(seed)")
      try expectSame(ReadLine.all(lines), as: alone, of: lines, seed)
      var generator = SplitMix64(seed: seed)
      let order = lines.indices.shuffled(using: &generator)
      let shuffled = order.map { lines[$0] }
      try expectSame(ReadLine.all(shuffled), as: order.map { alone[$0] }, of: shuffled, seed)
      refusals += alone.count { $0.history == nil }
    }
    let all = Self.seeds.count * Int(Self.batchSize)
    #expect((all / 10..<all * 9 / 10).contains(refusals), "\(refusals) of \(all) were refused")
  }

  @Test("to lines with an index, whatever bytes stand in them")
  func damagedBytes() throws {
    for seed in Self.seeds {
      var source = RandomHistoryLines(seed: seed)
      let lines = (0..<Self.batchSize).map { _ in source.next() }
      var bytes = ContiguousArray(lines.joined(separator: "\n").utf8)
      var generator = SplitMix64(seed: seed)
      for _ in 0..<lines.count {
        let place = Int.random(in: bytes.indices, using: &generator)
        let end = min(bytes.count, place + Int.random(in: 0...3, using: &generator))
        let marks = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          generator.chance(1, in: 2)
            ? generator.pick(Array("\"\\,:{}[]\n 0e.-".utf8))
            : UInt8(truncatingIfNeeded: generator.next())
        }
        bytes.replaceSubrange(place..<end, with: marks)
      }
      let found = ReadLine.all(bytes)
      let expected = ReadLine.all(bytes, isIndexed: false)
      try #require(found.count == expected.count, "seed \(seed)")
      for (found, expected) in zip(found, expected) {
        try #require(found == expected, "seed \(seed)")
      }
    }
  }

  @Test("to lines after more keys than are remembered, in no order")
  func manyKeys() throws {
    for seed in Self.seeds.prefix(20) {
      var source = RandomHistoryLines(seed: seed)
      let lines = (0..<Self.batchSize).map { _ in source.next() }
      let alone = lines.compactMap { ReadLine.alone($0) }
      var generator = SplitMix64(seed: seed)
      let found = ReadLine.all([Self.disorder(using: &generator)] + lines)
      try #require(found.first?.history?.transactions.count == 400)
      try expectSame(Array(found.dropFirst()), as: alone, of: lines, seed)
    }
  }

  /// A history of transactions whose keys have no order, and whose unknown values never repeat.
  private static func disorder(using generator: inout SplitMix64) -> String {
    let transactions = (0..<400).map { index in
      let day = 1_577_836_800_000 + index * 86_400_000
      let members = [
        "\"productId\":\"pro\"", "\"purchaseDate\":\(day)", "\"price\":\(index)",
        "\"expiresDate\":\(day + 86_400_000)", "\"transactionId\":\"\(index)\"",
        "\"x\(index)\":[{\"\(index)\":null}]", "\"type\":\"Auto-Renewable Subscription\"",
      ]
      return "{\(members.shuffled(using: &generator).joined(separator: ","))}"
    }
    return "{\"customerId\":\"c\",\"transactions\":[\(transactions.joined(separator: ","))]}"
  }

  @Test("to what the plain reader reads")
  func plainReader() throws {
    for seed in Self.seeds {
      // Foundation takes some text for JSON that is none, overlooks keys that are there twice, and
      // refuses numbers that no double holds.
      let isWellFormed = seed % 2 == 0
      var source = RandomHistoryLines(seed: seed, isWellFormed: isWellFormed)
      let lines = (0..<Self.batchSize).map { _ in source.next() }
      for (line, found) in zip(lines, ReadLine.all(lines)) {
        switch found {
        case .history(let history):
          let words = PlainHistory.read(line)
          guard words != nil || isWellFormed else { continue }
          try #require(words == PlainHistory.words(of: history), "\(line)")
        case .refusal(let message, offset: _):
          // Nor does it limit how deep values nest.
          guard isWellFormed, !message.contains("nested") else { continue }
          try #require(PlainHistory.read(line) == nil, "\(message): \(line)")
        }
      }
    }
  }

  @Test("to lines where a document on several lines came before")
  func documentBeforeLines() throws {
    let document = """
      {"customerId":"c","transactions":[{"productId":"product",
      "purchaseDate":1704067200000,"expiresDate":1706745600000,
      "price":999,"type":"Auto-Renewable Subscription","transactionReason":"RENEWAL",
      "storefront":"USA"}]}
      """
    let bytes = ContiguousArray(document.utf8)
    var reader = HistoryReader(attributes: [], lastingSymbols: ReadLine.knownSymbols.count)
    var symbols = SymbolTable()
    for symbol in ReadLine.knownSymbols { _ = symbols.intern(symbol) }
    var record = HistoryRecord()
    var scanner = JSONScanner(bytes.rawBytes)
    try reader.read(&scanner, into: &record, &symbols)
    var lines = JSONScanner(lines: bytes.rawBytes)
    _ = lines.nextLine()
    var refusal: JSONError?
    do throws(JSONError) {
      try reader.read(&lines, into: &record, &symbols)
    } catch {
      refusal = error
    }
    #expect(refusal?.offset == bytes.firstIndex(of: UInt8(ascii: "\n")))
  }

  private func expectSame(
    _ found: [ReadLine],
    as expected: [ReadLine],
    of lines: [String],
    _ seed: UInt64
  ) throws {
    try #require(found.count == expected.count, "seed \(seed)")
    for index in lines.indices where found[index] != expected[index] {
      let line = lines[index]
      Issue.record("seed \(seed): \(line)\nalone: \(expected[index])\nfound: \(found[index])")
      return
    }
  }
}
