import CEL
import Foundation
import TestSupport
import Testing
import WinBackFormats

/// A customer gets the same answer from an input and from what it is converted to.
@Suite("A history in the native format")
struct HistoryConversionTests {
  private let now = Instant(milliseconds: 1_735_689_600_000)

  @Test("is what it was before it was written")
  func roundTrip() throws {
    let seed: UInt64 = 42
    var generator = SplitMix64(seed: seed)
    let engine = try NativeSamples.engine()
    for number in 0..<TestBuild.randomCases(200) {
      let history = CustomerHistory.random(using: &generator)
      let bytes = nativeText(of: [history])
      let context: Comment =
        "seed \(seed), history \(number): \(String(decoding: bytes, as: UTF8.self))"
      let input = try HistoryInput(reading: bytes, as: .native)
      try #require(input.histories == [history], context)
      try #require(input.warnings == [], context)
      // The road of decisions, which keeps no values, reads the same.
      let decisions = try engine.decisions(json: bytes, asOf: now)
      try #require(decisions == [try engine.decisions(for: history, asOf: now)], context)
    }
  }

  @Test("is one of many on lines of their own")
  func lines() throws {
    var generator = SplitMix64(seed: 7)
    let histories = (0..<20).map { _ in CustomerHistory.random(using: &generator) }
    let bytes = nativeText(of: histories)
    #expect(bytes.count { $0 == UInt8(ascii: "\n") } == 20)
    #expect(try HistoryInput(reading: bytes, as: .native).histories == histories)
  }

  @Test(
    "gives the same decision as the documents of the App Store Server API",
    arguments: ServerHistoryTests.documents.map(\.text) + [
      [
        ServerSamples.page(ServerSamples.transactions), ServerSamples.renewal(),
        ServerSamples.transaction(
          "9",
          of: "9",
          purchased: 1_704_067_200_001,
          expires: 1_704_067_200_002
        ),
        ServerSamples.transaction(
          "19",
          of: "18",
          purchased: 1_704_067_200_001,
          expires: 1_704_067_200_002
        ),
      ].joined(separator: "\n")
    ]
  )
  func server(text: String) throws { try check(Array(text.utf8)) }

  @Test(
    "gives the same decision as samples of Apple's",
    .enabled(if: SharedFiles.exist, "the folder 'shared' is absent; WINBACK_SHARED names another"),
    arguments: [
      "signedTransaction.json", "signedTransactionWithRevocation.json",
      "xcode-signed-transaction.jws",
    ]
  )
  func samples(name: String) throws {
    try check(Array(SharedFiles.contents(of: "samples/app-store-server/\(name)")))
  }

  private func check(_ bytes: [UInt8]) throws {
    let engine = try NativeSamples.engine()
    let input = try HistoryInput(reading: bytes)
    #expect(!input.histories.isEmpty)
    let before = try engine.decisions(in: bytes, asOf: now)
    #expect(before.format == input.format)
    #expect(before.warnings == input.warnings)
    let converted = nativeText(of: input.histories)
    #expect(try engine.decisions(json: converted, asOf: now) == before.customers)
    #expect(try HistoryInput(reading: converted).histories == input.histories)
  }

  @Test("leaves out attributes that no rule can read, and says so")
  func attributes() throws {
    let text = """
      {"customerId":"a","attributes":{"deep":{"x":1},"none":null,"nested":[[1]],"ok":1.0},\
      "transactions":[]}
      """
    let input = try HistoryInput(reading: text.utf8)
    #expect(input.histories.map(\.attributes) == [["ok": .int(1)]])
    #expect(
      input.warnings.map { "\($0.column ?? 0): \($0.message) (at \($0.path))" } == [
        "40: the attribute 'deep' is left out: no rule can read an object (at attributes.deep)",
        "69: the attribute 'nested' is left out: no rule can read an array (at attributes.nested)",
      ]
    )
  }
}
