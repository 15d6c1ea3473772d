import Foundation
import TestSupport
import Testing
import WinBackFormats

/// Tables and events that people export, damaged in every way: whatever comes in, the answer is
/// histories or a ``FormatError`` at a place in the input.
///
/// `WINBACK_RANDOM_CASES` sets how many documents of each kind are damaged.
@Suite("A damaged table")
struct TableMutationTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let format: HistoryFormat
    let text: String

    var testDescription: String { format.rawValue }
  }

  private static let samples: [Sample] = [
    Sample(format: .revenueCat, text: RevenueCatSamples.text(RevenueCatSamples.rows())),
    Sample(
      format: .revenueCatEvents,
      text: """
        {"api_version":"1.0","event":{"event_timestamp_ms":1704097626000,"type":"INITIAL_PURCHASE",\
        "original_app_user_id":"alice","store":"APP_STORE","environment":"PRODUCTION",\
        "product_id":"basic.monthly","transaction_id":"1","purchased_at_ms":1704067200000,\
        "expiration_at_ms":1706745600000,"country_code":"JP","price":9.99,"offer_code":null}}
        {"api_version":"1.0","event":{"event_timestamp_ms":1704197626000,"type":"EXPIRATION",\
        "original_app_user_id":"al\\u0069ce","store":"APP_STORE","environment":"PRODUCTION",\
        "product_id":"basic.monthly","transaction_id":"1","purchased_at_ms":1704067200000,\
        "expiration_at_ms":1706745600000,"expiration_reason":"UNSUBSCRIBE"}}
        """
    ),
    Sample(
      format: .subscriberReport,
      text: """
        Event Date\tSubscription Apple ID\tSubscription Group ID\tStandard Subscription Duration\t\
        Subscription Offer Type\tSubscription Offer Duration\tPromotional Offer ID\t\
        Customer Price\tCountry\tSubscriber ID\tSubscriber ID Reset\tRefund\tPurchase Date
        01/31/2024\t6001\t21394321\t1 Month\tFree Trial\t7 Days\t \t0\tUS\t77\t \t \t
        02/07/2024\t6001\t21394321\t1 Month\t \t \t \t9.99\tUS\t77\t \t \t
        02/09/2024\t6001\t21394321\t1 Month\t \t \t \t-9.99\tUS\t77\t \tYes\t02/07/2024
        """
    ),
  ]

  /// Of fewer than fifty, chance could have it that all are refused.
  private static let count = max(50, TestBuild.randomCases(100))

  @Test("is read as it is before it is damaged", arguments: samples)
  func intact(sample: Sample) throws {
    let input = try histories(sample.text)
    #expect(input.format == sample.format)
    #expect(input.histories.count == 1)
  }

  @Test("is read, and is the same in the native format, or is refused in words", arguments: samples)
  func damaged(sample: Sample) throws {
    let seed: UInt64 = 20_250_115
    var generator = SplitMix64(seed: seed)
    var refusals = 0
    let mapping = try sample.format.mapping(orOwn: nil)
    let options = HistoryOptions(mapping: mapping)
    for number in 0..<Self.count {
      let bytes = damagedText(sample.text, by: Self.marks, using: &generator)
      do {
        let input = try HistoryInput(reading: bytes, as: sample.format, options: options)
        let converted = nativeText(of: input.histories)
        let again = try HistoryInput(reading: converted, as: .native)
        try #require(again.histories == input.histories, "seed \(seed), document \(number)")
      } catch let error as FormatError {
        refusals += 1
        try requirePlace(
          of: error,
          in: bytes,
          "seed \(seed), document \(number): \(String(decoding: bytes, as: UTF8.self))"
        )
      }
    }
    #expect((Self.count / 10..<Self.count).contains(refusals))
  }

  private static let marks =
    Array(#"",;{}[]:\-+.0123456789 T"#.utf8) + [0, 9, 10, 13, 0x80, 0xC3, 0xFF]
}
