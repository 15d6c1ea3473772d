import Testing
import WinBackFormats

@Suite("The format of an input")
struct FormatDetectionTests {
  @Test(
    "of histories is found out from what they show",
    arguments: [
      (#"{"customerId":"a","transactions":[]}"#, HistoryFormat.native),
      (" \n{\"transactions\":[],\n\"customerId\": ", .native),
      ("\u{FEFF}{\"transactions\":[{}]", .native),
      (#"[{"signedTransactionsDecoded":[]}]"#, .appStoreServer),
      (#"[{"data":[{"lastTransactions":[]}]}]"#, .appStoreServer),
      (#"[{"notificationType":"TEST"}]"#, .appStoreServer),
      // What shows nothing goes to the native reader, which tells what is wrong.
      ("", .native), ("[]", .native), ("{}", .native), ("nil", .native),
      // A misspelt key as well.
      (#"{"customerID":"a"}"#, .native),
    ]
  )
  func histories(text: String, format: HistoryFormat) throws {
    #expect(try HistoryFormat(detecting: ContiguousArray(text.utf8).rawBytes) == format)
  }

  @Test(
    "of a catalog is found out from what it shows",
    arguments: [
      (#"{"subscriptionGroups":[]}"#, CatalogFormat.native),
      (#"{"subscriptionGroup":[]}"#, .native),
      ("{", .native),
    ]
  )
  func catalogs(text: String, format: CatalogFormat) throws {
    #expect(try CatalogFormat(detecting: ContiguousArray(text.utf8).rawBytes) == format)
  }

  @Test("that is of the other kind is an error")
  func otherKind() {
    #expect(
      refusal { try HistoryInput(reading: NativeSamples.catalog.utf8) }
        == "1:1: expected histories, found a catalog in the format 'native'"
    )
    #expect(
      refusal { try CatalogInput(reading: NativeSamples.history.utf8) }
        == "1:1: expected a catalog, found histories in the format 'native'"
    )
  }

  @Test(
    "that is not known is an error with the candidates and what was found",
    arguments: [
      (#"{"b":1,"a":{"c":2}}"#, "the keys 'a', 'b'"),
      (#"{"b":1}"#, "the key 'b'"),
      (
        "name;\"price\" ;x\n1;2;3",
        "a table of 3 columns that no format has; a mapping describes columns"
      ),
      ("name|store_transaction_id|x\n1|2|3", "a table of 3 columns with 'store_transaction_id'"),
      (
        #"{"i":1,"h":1,"g":1,"f":1,"e":1,"d":1,"c":1,"b":1,"a":1}"#,
        "the keys 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h' and more"
      ),
    ]
  )
  func unknown(text: String, found: String) {
    let formats = HistoryFormat.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    #expect(
      refusal { try HistoryInput(reading: text.utf8) }
        == "1:1: expected histories in one of the formats \(formats), found \(found)"
    )
  }
}
