import Foundation
import TestSupport
import Testing
import WinBackFormats

/// The inputs that people write and programs export, damaged in every way: whatever comes in, the
/// answer is a result or a ``FormatError``.
///
/// `WINBACK_RANDOM_CASES=1000000` in the environment tries that many, `WINBACK_RANDOM_SEED=2` other ones.
@Suite("A damaged document")
struct MutationTests {
  /// How many documents of each format are damaged.
  private static let documentCount = max(200, TestBuild.randomCases(200))

  private static let seed =
    ProcessInfo.processInfo.environment["WINBACK_RANDOM_SEED"].flatMap { UInt64($0) } ?? 20_241_220

  /// Reads a document and returns the error with which it is refused; nil where it is not.
  ///
  /// Anything but a ``FormatError`` would not compile; a crash or a hang would end the tests.
  typealias Reader = @Sendable (ContiguousArray<UInt8>) -> FormatError?

  struct Format: Sendable, CustomTestStringConvertible {
    let name: String
    let sample: String
    let read: Reader

    var testDescription: String { name }
  }

  static let formats: [Format] = [
    Format(name: "catalog", sample: NativeSamples.catalog) { bytes in
      error { () throws(FormatError) in _ = try Catalog(json: bytes) }
    },
    Format(name: "rules", sample: NativeSamples.rules) { bytes in
      error { () throws(FormatError) in _ = try CheckedRuleSet(json: bytes) }
    },
    Format(name: "history", sample: NativeSamples.history, read: readHistory),
    Format(
      name: "histories",
      sample: NativeSamples.history.replacing("\n", with: "") + "\n"
        + #"{"customerId":"b","transactions":[]}"#,
      read: readHistory
    ),
    Format(name: "history as a value", sample: NativeSamples.history, read: readHistoryInput),
    Format(name: "appstoreserver", sample: serverSample, read: readHistoryInput),
    Format(name: "appstoreserver, decoded", sample: decodedServerSample, read: readHistoryInput),
    Format(name: "appstoreconnect", sample: ConnectSamples.everything) { bytes in
      error { () throws(FormatError) in
        _ = try CatalogInput(reading: bytes, as: .appStoreConnect)
      }
    },
    Format(name: "appstoreconnect, request", sample: ConnectSamples.request) { bytes in
      error { () throws(FormatError) in
        _ = try CatalogInput(reading: bytes, options: CatalogOptions(productId: "p", groupId: "g"))
      }
    },
    Format(name: "storekit", sample: storeKitSample) { bytes in
      error { () throws(FormatError) in
        let catalog = try Catalog(json: ConnectSamples.native.utf8)
        _ = try StoreKitUpdate(of: bytes, from: catalog, eligible: [:])
      }
    },
  ]

  private static let serverSample =
    ServerSamples.page(ServerSamples.transactions) + "\n"
    + ServerSamples.notification(ServerSamples.transactions[0], ServerSamples.renewal())

  private static let decodedServerSample =
    ServerSamples.transactions.joined(separator: "\n") + "\n"
    + #"{"data":[{"lastTransactions":[{"signedRenewalInfoDecoded":"# + ServerSamples.renewal()
    + "}]}]}"

  private static let storeKitSample: String =
    (try? Catalog(json: ConnectSamples.native.utf8)).map {
      String(decoding: StoreKitWriter.bytes(of: $0, eligible: nil), as: UTF8.self)
    } ?? ""

  private static let readHistoryInput: Reader = { bytes in
    error { () throws(FormatError) in _ = try HistoryInput(reading: bytes) }
  }

  private static let engine = try? NativeSamples.engine()

  private static let readHistory: Reader = { bytes in
    guard let engine else { return nil }
    return error { () throws(FormatError) in
      _ = try engine.decisions(json: bytes, asOf: Instant(milliseconds: 1_735_689_600_000))
    }
  }

  private static func error(_ body: () throws(FormatError) -> Void) -> FormatError? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }

  @Test("is read as it is before it is damaged", arguments: formats)
  func intact(format: Format) {
    #expect(Self.engine != nil)
    #expect(format.read(ContiguousArray(format.sample.utf8)) == nil)
  }

  @Test("by bytes that flip, come or go is refused in words", arguments: formats)
  func bytes(format: Format) throws {
    let seed = Self.seed
    var generator = SplitMix64(seed: seed)
    var refusals = 0
    for number in 0..<Self.documentCount {
      let bytes = damagedText(format.sample, by: Self.marks, using: &generator)
      guard let error = format.read(bytes) else { continue }
      refusals += 1
      try requirePlace(
        of: error,
        in: bytes,
        "seed \(seed), document \(number): \(String(decoding: bytes, as: UTF8.self))"
      )
    }
    // Some damage does no harm, in a name that only people read for instance.
    #expect((Self.documentCount / 5..<Self.documentCount).contains(refusals))
  }

  @Test("by a cut anywhere is refused in words", arguments: formats)
  func cuts(format: Format) throws {
    let bytes = ContiguousArray(format.sample.utf8)
    for count in stride(from: 0, to: bytes.count - 1, by: TestBuild.isOptimized ? 1 : 13) {
      let cut = ContiguousArray(bytes.prefix(count))
      guard let error = format.read(cut) else { continue }
      try requirePlace(of: error, in: cut, "cut at \(count)")
    }
  }

  @Test("by values of other kinds is refused in words", arguments: formats)
  func values(format: Format) throws {
    let replacements = [
      "null", "true", "0", "-1", "1.5", "1e400", "99999999999999999999", #""""#, #""x""#,
      #""9999-12-31""#, #""0001-01-01""#, "253402300799999", "-62135596800000", "[]", "[null]",
      "{}", #"{"x":1}"#, #""\u0000""#,
    ]
    let bytes = ContiguousArray(format.sample.utf8)
    for (number, range) in Self.values(in: bytes).enumerated() {
      for (place, replacement) in replacements.enumerated()
      where TestBuild.isOptimized || (number + place) % 7 == 0 {
        var changed = bytes
        changed.replaceSubrange(range, with: replacement.utf8)
        guard let error = format.read(changed) else { continue }
        try requirePlace(of: error, in: changed, "\(replacement) at \(range.lowerBound)")
      }
    }
  }

  private static let marks =
    Array(#"{}[]",:\u0-+.eE9tfn T'()<>=&|!?"#.utf8) + [0, 9, 10, 0x1F, 0x80, 0xC3, 0xFF]

  /// Returns where the values of a document stand, those within others, too.
  private static func values(in bytes: ContiguousArray<UInt8>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var previous: UInt8 = 0
    for offset in bytes.indices where bytes[offset] > UInt8(ascii: " ") {
      defer { previous = bytes[offset] }
      guard previous == 0 || Array(":,[".utf8).contains(previous) else { continue }
      let rest = ContiguousArray(bytes[offset...])
      var scanner = JSONScanner(rest.rawBytes)
      guard let range = try? scanner.skipValue() else { continue }
      // A string before a colon is a key.
      let next = rest[range.upperBound...].first { $0 > UInt8(ascii: " ") }
      if next != UInt8(ascii: ":") { ranges.append(offset..<offset + range.count) }
    }
    return ranges
  }
}
