import Foundation
import TestSupport
import Testing
import WinBackFormats

@Suite("The customers of files that count together")
struct CustomerFilesTests {
  private static let instant = Instant(milliseconds: 1_750_000_000_000)

  private static func engine() throws -> EligibilityEngine {
    let catalog = try read("Examples/DestinationVideo/catalog.json").bytes
    return try EligibilityEngine(
      catalog: try CatalogInput(reading: catalog).catalog,
      rules: try CheckedRuleSet.appStore()
    )
  }

  private static func read(_ path: String) throws -> CustomerFiles.File {
    (path, ContiguousArray(try Data(contentsOf: PackageFiles.url(path))))
  }

  private static func decisions(
    in files: CustomerFiles,
    _ engine: EligibilityEngine
  ) throws -> [CustomerDecisions] {
    try files.customers.map { customer in
      try files.read(customer, for: engine) { record, symbols throws(HistoryError) in
        try engine.decisions(for: record, symbols, asOf: instant)
      }
    }
  }

  @Test(
    "are decided one by one as all together",
    arguments: [
      "DestinationVideo/customers.jsonl", "DestinationVideo/customers/alice.json",
      "AppleAPIs/history.jsonl", "Formats/transactions.csv", "Formats/events.jsonl",
      "Formats/adapty.csv", "Formats/subscriber.tsv",
    ]
  )
  func oneByOne(path: String) throws {
    let engine = try Self.engine()
    let file = try Self.read("Examples/\(path)")
    let files = try CustomerFiles([file], engine.rules.ruleSet.attributes)
    let all = try engine.decisions(in: file.bytes, asOf: Self.instant).customers
    #expect(files.customers.map(\.id) == all.compactMap { $0.first?.customerId })
    #expect(try Self.decisions(in: files, engine) == all)
  }

  @Test("come from all files in their order, and one that cannot be read is named")
  func severalFiles() throws {
    let engine = try Self.engine()
    let names = ["hana", "alice"]
    var parts = try names.map { try Self.read("Examples/DestinationVideo/customers/\($0).json") }
    parts.append(("broken.json", ContiguousArray("{".utf8)))
    let files = try CustomerFiles(parts, engine.rules.ruleSet.attributes)
    #expect(files.customers.map(\.id) == names)
    #expect(files.messages.map(\.file) == ["broken.json"])
    #expect(files.messages.allSatisfy { $0.severity == .error })
  }

  @Test("who come again, or are nobody, are a warning")
  func warnings() throws {
    let line = #"{"customerId":"a","transactions":[]}"#
    func messages(_ texts: String...) throws -> [String] {
      let files = texts.map { (name: "a.jsonl", bytes: ContiguousArray($0.utf8)) }
      return try CustomerFiles(files, []).messages.map(\.message)
    }
    #expect(
      try messages("\(line)\n\(line)\n") == [
        "expected each customer once, found 1 line of customers who were read before, first in line "
          + "2; each line counts"
      ]
    )
    #expect(try messages("") == ["expected customers, found an empty input"])
    #expect(
      try messages("", line) == ["expected customers, found an empty file"]
    )
    for text in ["\0\0", "\u{B}"] {
      #expect(throws: Diagnostic.self) { try messages(text) }
    }
  }

  @Test("lack products and groups of a catalog with the share and the nearest name")
  func gaps() throws {
    let engine = try Self.engine()
    let history = #"""
      {"customerId":"a","transactions":[{"transactionId":"1","productId":"basic.montly",
      "purchaseDate":"2024-01-01","expiresDate":"2024-02-01"}]}
      """#
    let files = try CustomerFiles([("a.json", ContiguousArray(history.utf8))], [])
    #expect(
      files.gaps(in: engine).map(\.message) == [
        "the catalog lacks the product 'basic.montly': 1 of 1 transaction, 100 %; did you mean "
          + "'basic.monthly'?",
        "1 transaction skipped: no group has their product",
      ]
    )
  }

  /// A history with a purchase of each environment, and versions with each of these ends.
  private static func line(_ id: String, _ environments: [String], ends: [Int] = [1]) -> String {
    let transactions = environments.enumerated().flatMap { number, environment in
      ends.map {
        #"""
        {"transactionId":"\#(number)","productId":"basic.monthly","environment":"\#(environment)",\#
        "purchaseDate":"2024-01-01","expiresDate":"2024-02-0\#($0)"}
        """#
      }
    }
    return #"{"customerId":"\#(id)","transactions":[\#(transactions.joined(separator: ","))]}"#
  }

  @Test("are of one environment, and one for tests is a warning")
  func environments() throws {
    func file(_ environments: String...) -> CustomerFiles.File {
      ("a.jsonl", ContiguousArray(Self.line("a", environments).utf8))
    }
    let mixture =
      "expected purchases of one environment, found 'Production' and 'Sandbox'; '--environment' "
      + "names the one that is meant"
    let error = #expect(throws: Diagnostic.self) {
      try CustomerFiles([file("Sandbox", "Production")], [])
    }
    #expect(error?.message == mixture && error?.file == "a.jsonl" && error?.line == nil)
    let several = try CustomerFiles([file("Production"), file("Sandbox")], [])
    #expect(several.customers.count == 1)
    #expect(several.messages.map(\.message) == [mixture])
    #expect(
      try CustomerFiles([file("Sandbox")], []).messages.map(\.message) == [
        "the transactions are of the environment 'Sandbox', where a month can take minutes"
      ]
    )
  }

  @Test("who cannot be decided are errors with their places, and the others are decided")
  func contradictions() throws {
    let engine = try Self.engine()
    let lines = [
      Self.line("a", ["Production"]), Self.line("b", ["Production"], ends: [1, 2]),
    ]
    let text = ContiguousArray(lines.joined(separator: "\n").utf8)
    let files = try CustomerFiles([("a.jsonl", text)], engine.rules.ruleSet.attributes)
    let messages = files.gaps(in: engine)
    #expect(messages.map(\.severity) == [.error, .warning])
    #expect(messages.map(\.line) == [2, nil])
    #expect(messages.last?.message == "1 of 2 customers cannot be decided; each of the others is")
    #expect(throws: try #require(messages.first)) { try Self.decisions(in: files, engine) }
  }

  @Test("who cannot be decided can be many")
  func manyContradictions() throws {
    let lines = (1...1_000).map { Self.line("\($0)", ["Production"], ends: [1, 2]) }
    let text = ContiguousArray(lines.joined(separator: "\n").utf8)
    let files = try CustomerFiles([("a.jsonl", text)], [])
    let messages = files.gaps(in: try Self.engine())
    #expect(messages.map(\.line) == [1, 2, 3, 4, 5, nil])
    #expect(
      messages.last?.message
        == "1 000 of 1 000 customers cannot be decided; each of the others is"
    )
  }

  @Test("are one whom nobody names in documents without purchases, alone and all together")
  func unnamed() throws {
    let engine = try Self.engine()
    let bytes = ContiguousArray(#"{"hasMore":false,"signedTransactionsDecoded":[]}"#.utf8)
    let files = try CustomerFiles([("page.json", bytes)], engine.rules.ruleSet.attributes)
    let all = try engine.decisions(in: bytes, asOf: Self.instant).customers
    #expect(all.count == 1)
    #expect(try Self.decisions(in: files, engine) == all)
    #expect(files.messages.map(\.message).contains { $0.hasPrefix("expected customers") })
  }
}
