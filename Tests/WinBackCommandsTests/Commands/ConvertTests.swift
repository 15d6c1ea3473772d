import Foundation
import TestSupport
import Testing
import WinBackFiles

@Suite("winback convert")
struct ConvertTests {
  private let directory = TemporaryDirectory()

  /// Two transactions of the App Store Server API, on two pages.
  private static let transactions = [
    #"{"transactionId":"1","originalTransactionId":"1","productId":"basic.monthly","#
      + #""purchaseDate":1704067200000,"expiresDate":1706745600000,"price":9990}"#,
    #"{"transactionId":"2","originalTransactionId":"1","productId":"basic.monthly","#
      + #""purchaseDate":1706745600000,"expiresDate":1709251200000,"price":9990}"#,
  ]

  private static func page(_ transaction: String, hasMore: Bool) -> String {
    #"{"hasMore":\#(hasMore),"signedTransactionsDecoded":[\#(transaction)]}"#
  }

  private func run(
    _ arguments: [String],
    files: [(String, String)] = []
  ) throws -> CommandRun {
    for (name, text) in files { try directory.write(text, to: name) }
    return CommandRun(
      ["convert"]
        + arguments.map { argument in
          files.contains { $0.0 == argument } ? directory.path(argument) : argument
        }
    ).removing("\(directory.path(""))/")
  }

  @Test("reads several files as one input, and writes one customer as a document")
  func histories() throws {
    let run = try run(
      ["2.json", "1.json", "--to", "native"],
      files: [
        ("1.json", Self.page(Self.transactions[0], hasMore: true)),
        ("2.json", "\u{FEFF}" + Self.page(Self.transactions[1], hasMore: false)),
      ]
    )
    #expect(run.status == .done)
    #expect(run.errors == "")
    #expect(
      run.output == """
        {
          "customerId": "1",
          "transactions": [
            {
              "transactionId": "2",
              "originalTransactionId": "1",
              "productId": "basic.monthly",
              "purchaseDate": 1706745600000,
              "expiresDate": 1709251200000,
              "price": 9990
            },
            {
              "transactionId": "1",
              "originalTransactionId": "1",
              "productId": "basic.monthly",
              "purchaseDate": 1704067200000,
              "expiresDate": 1706745600000,
              "price": 9990
            }
          ]
        }

        """
    )
  }

  @Test(
    "takes the name of an environment in small letters, too",
    arguments: ["Production", "production"]
  )
  func environments(name: String) throws {
    let files = ["Production", "Sandbox"].map { environment in
      (
        "\(environment).json",
        Self.transactions[0].replacing(
          "{",
          with: "{\"environment\":\"\(environment)\",",
          maxReplacements: 1
        )
      )
    }
    let alone = try run(["Production.json", "--to", "native"], files: files)
    let chosen = try run(
      ["Production.json", "Sandbox.json", "--to", "native", "--environment", name],
      files: files
    )
    #expect(chosen.status == .done, "\(chosen.errors)")
    #expect(chosen.output == alone.output)
    #expect(!chosen.output.isEmpty)
  }

  @Test("tells faults and warnings in the file in which they are")
  func places() throws {
    let good = Self.transactions[0]
    #expect(
      try run(
        ["a.json", "b.json", "--to", "native"],
        files: [("a.json", good + "\n\n"), ("b.json", "\n{\"transactionId\": 1}\n")]
      )
        == CommandRun(
          status: .badData,
          errors: "b.json:2:19: error: expected a string, found a number (at transactionId)\n"
        )
    )
    let run = try run(
      ["a.json", "b.json", "--to", "native"],
      files: [
        ("a.json", Self.page(good, hasMore: false)),
        ("b.json", #"{"autoRenewStatus":0,"originalTransactionId":"7"}"#),
      ]
    )
    #expect(run.status == .done)
    #expect(
      run.errors == """
        b.json:1:1: warning: the renewal information is left out: the input has no transactions \
        of '7'

        """
    )
  }

  @Test("gives a deciding command the same answers as the input", arguments: ["alice", "bruno"])
  func sameAnswers(name: String) throws {
    let customer = PackageFiles.path("Examples/DestinationVideo/customers/\(name).json")
    let catalog = PackageFiles.path("Examples/DestinationVideo/catalog.json")
    let before = CommandRun(
      ["evaluate", customer, "-c", catalog, "--as-of", "2025-01-20", "--json"]
    )
    for arguments in [
      [customer, "--to", "native", "-o", directory.path("customer.json")],
      [catalog, "--to", "native", "-o", directory.path("catalog.json")],
    ] {
      let run = CommandRun(["convert"] + arguments)
      #expect(run.status == .done)
      #expect(run.errors.isEmpty)
    }
    let after = CommandRun([
      "evaluate", directory.path("customer.json"), "-c", directory.path("catalog.json"),
      "--as-of", "2025-01-20", "--json",
    ])
    #expect(after.output == before.output)
    #expect(after.status == .done)
  }

  @Test("warns of unknown territories, which a StoreKit configuration cannot have")
  func territories() throws {
    let text = try String(
      contentsOf: PackageFiles.url("Examples/DestinationVideo/catalog.json"),
      encoding: .utf8
    )
    let member = #""startDate": "2023-01-01""#
    try directory.write(
      text.replacing(member, with: #""unknown": ["territories"], "# + member),
      to: "catalog.json"
    )
    let storeKit = CommandRun(["convert", directory.path("catalog.json"), "--to", "storekit"])
    #expect(
      storeKit.errors == """
        winback: warning: the territories of these offers are not known, and the output offers them \
        everywhere: 'basic_1m_free'

        """
    )
    // The native format says so itself.
    let native = CommandRun(["convert", directory.path("catalog.json"), "--to", "native"])
    #expect(native.errors.isEmpty)
    #expect(native.output.contains(#""unknown": ["#))
  }

  @Test("switches on in Xcode what a customer may have")
  func storeKit() throws {
    func switches(asOf: String, _ arguments: [String] = []) throws -> [String] {
      let run = CommandRun(
        [
          "convert", Samples.path("catalog.json"), "--to", "storekit",
          Samples.path("alice.json"), "--as-of", asOf,
        ] + arguments
      )
      #expect(run.status == .done)
      return run.output.split(separator: "\n").filter { $0.contains("isEligible") }.map { line in
        String(line.drop { $0 == " " })
      }
    }
    #expect(try switches(asOf: "2025-01-15").contains("\"isEligible\" : true,"))
    #expect(try !switches(asOf: "2024-12-20").contains("\"isEligible\" : true,"))
    #expect(
      try switches(asOf: "2024-12-20", ["--policy", "waitStart=redemption"])
        .contains("\"isEligible\" : true,")
    )
  }

  @Test("converts a history that no command decides about, and says so")
  func doubtful() throws {
    let history =
      #"{"customerId":"a","transactions":[{"productId":"p","purchaseDate":1704067200,"expiresDate":1}]}"#
    let run = try run(["old.json", "--to", "native"], files: [("old.json", history)])
    #expect(run.status == .done)
    #expect(run.output.contains("\"purchaseDate\": 1704067200"))
    #expect(
      run.errors == """
        old.json:1:35: warning: no command decides about this history: expected dates from 2011-02-15, \
        when the App Store began to sell subscriptions, found 1970-01-01T00:00:00.001Z; are these \
        seconds instead of milliseconds? (at transactions[0])

        """
    )
  }

  @Test("switches on what the customer of a table may have, by a mapping")
  func storeKitByTable() throws {
    let mapping =
      #"{"fields":{"customerId":"u","productId":"p","purchaseDate":"b","expiresDate":"e","storefront":"s","#
      + #""offerType":{"value":"4","where":{"k":["w"]}},"autoRenewStatus":"r"}}"#
    let row = "a,basic.monthly,2024-01-01,2024-06-01,USA,,0\n"
    for (asOf, isOn) in [("2025-01-15", true), ("2024-06-02", false)] {
      let run = try run(
        [
          Samples.path("catalog.json"), "--to", "storekit", "a.csv", "--mapping",
          "m.json", "--as-of", asOf,
        ],
        files: [("a.csv", "u,p,b,e,s,k,r\n" + row), ("m.json", mapping)]
      )
      #expect(run.status == .done, "\(run.errors)")
      #expect(run.output.contains("\"isEligible\" : true") == isOn)
    }
  }

  @Test("keeps what a configuration has, and says where it differs")
  func base() throws {
    let base = """
      {"version":{"major":4,"minor":0},"mine":1,"subscriptionGroups":[{"id":"X","subscriptions":[\
      {"productID":"basic.monthly","winbackOffers":[{"offerID":"old","isEligible":true}]}]}]}
      """
    let run = try run(
      [Samples.path("catalog.json"), "--to", "storekit", "base.storekit"],
      files: [("base.storekit", base)]
    )
    #expect(run.status == .done)
    #expect(run.output.hasPrefix(String(base.prefix(60))))
    #expect(run.output.contains(#"{"offerID":"old","isEligible":true}"#))
    #expect(
      run.errors.contains("warning: the catalog has no offer 'old' for the product 'basic.monthly'")
    )
  }

  @Test(
    "tells wrong usage",
    arguments: [
      (
        ["x.json", "--to", "native", "--as-of", "2025-01-01"],
        "option '--as-of' needs '--to storekit'"
      ),
      (
        ["-", "--to", "storekit", "-"],
        "expected at most one input to be standard input, found 'INPUT' and 'INPUT'"
      ),
      (
        ["x.json"],
        "missing option '--to FORMAT': write this format; histories can only be written as native "
          + "ones"
      ),
    ]
  )
  func usage(arguments: [String], message: String) throws {
    #expect(try run(arguments) == .wrongUsage(of: "winback convert", message))
  }

  @Test("refuses what cannot be written in the other format")
  func impossible() throws {
    let histories = try run(
      ["a.json", "--to", "storekit"],
      files: [("a.json", Self.transactions[0])]
    )
    #expect(histories.status == .badData)
    #expect(histories.errors == "a.json: error: expected a catalog, found none\n")
    let unknown = try run(["a.json", "--to", "native"], files: [("a.json", #"{"what":1}"#)])
    #expect(unknown.status == .badData)
    #expect(unknown.errors.hasPrefix("a.json:1:1: error: expected histories in one of the formats"))
  }
}
