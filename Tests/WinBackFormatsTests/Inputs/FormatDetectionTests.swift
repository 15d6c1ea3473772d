import Foundation
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
    // A line of it is nearly a history.
    let catalog =
      NativeSamples.catalog + "\n{ \"territory\": \"USA\", \"customerPrice\": \"4.99\" }"
    #expect(
      refusal { try HistoryInput(reading: catalog.utf8) }
        == "1:1: expected histories, found a catalog in the format 'native'"
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

  private static let brokenPayload =
    #"a JWS that is broken over several lines; 'tr -d "\r\n"' joins them"#

  @Test(
    "of another kind is an error that names the kind, also if the user gives a format",
    arguments: [
      ("c\u{0},\u{0}p\u{0}", "text in UTF-16; 'iconv -f UTF-16LE -t UTF-8' converts it"),
      ("\u{0}c\u{0},\u{0}p", "text in UTF-16; 'iconv -f UTF-16BE -t UTF-8' converts it"),
      (
        "<!DOCTYPE html>",
        "HTML, perhaps the page of a sign-in; save the file itself, not the page that shows it"
      ),
      (
        #"{"object":"subscription","current_period_end":1}"#,
        "a subscription of Stripe; win-back offers are for subscriptions of the App Store: "
          + "'GET /inApps/v2/history/{transactionId}' has them"
      ),
      (
        "MIIT8gYJKoZIhvcNAQcCoIIT4zCCE98CAQExCzAJBgUrDgMCGgUAMIIDkwYJKoZIhvcNAQcB",
        "a receipt in Base64; the App Store Server API has the whole history: "
          + "'GET /inApps/v2/history/{transactionId}'"
      ),
      ("eyJhbGciOiJ\nFUzI1NiJ9.e30.c2ln\n", Self.brokenPayload),
      ("\"eyJhbGciOiJ\r\nFUzI1NiJ9.e30.c2ln\"", Self.brokenPayload),
      ("\"\neyJhbGciOiJFUzI1NiJ9.e30.c2ln\n\"", Self.brokenPayload),
      ("{\"signedPayload\": \"eyJhbGciOiJ\n  FUzI1NiJ9.e30.c2ln\"}", Self.brokenPayload),
      ("{\"signedPayload\": \"eyJhbGciOiJFUzI1NiJ9.e30.c2ln\n\"}", Self.brokenPayload),
      (
        "{\"signedPayload\": eyJhbGciOiJFUzI1NiJ9.e30.c2ln}",
        "a JWS without quotes; write \" before and after it"
      ),
      (
        "'eyJhbGciOiJFUzI1NiJ9.e30.c2ln'",
        "a JWS between other quotes than \"; remove them"
      ),
      (#"{"errorCode":1,"errorMessage":"no"}"#, "an error of Apple's API: 1, no"),
      (
        #"{"version":{"major":4},"subscriptionGroups":[]}"#, "a StoreKit configuration of Xcode"
      ),
    ]
  )
  func strangers(text: String, found: String) throws {
    let fields = ["customerId", "productId", "purchaseDate", "expiresDate"]
      .map { "\"\($0)\":\"\($0)\"" }.joined(separator: ",")
    let mapping = try Mapping(json: "{\"fields\":{\(fields)}}".utf8)
    let message = "1:1: expected histories as JSON or as a table of text, found \(found)"
    for (format, own) in [(nil, nil), (.native, nil), (nil, mapping), (.table, mapping)]
      as [(HistoryFormat?, Mapping?)]
    {
      let options = HistoryOptions(mapping: own)
      #expect(
        refusal { try HistoryInput(reading: text.utf8, as: format, options: options) } == message
      )
    }
    #expect(
      refusal {
        let options = HistoryOptions(mapping: mapping)
        _ = try HistoryInput(reading: #"[{"customerId":"a"}]"#.utf8, options: options)
      }
        == "1:1: expected a table with one row on each line, found an array of rows; 'jq -c .[]' "
        + "writes each on a line"
    )
  }

  @Test(
    "of several JWS, each on a line, is that of the App Store Server API",
    arguments: [
      "eyJhbGciOiJFUzI1NiJ9.e30.c2ln\neyJhbGciOiJFUzI1NiJ9.e30.c2ln\n",
      "[\n  \"eyJhbGciOiJFUzI1NiJ9.e30.c2ln\",\n  \"eyJhbGciOiJFUzI1NiJ9.e30.c2ln\"\n]",
      "\"eyJhbGciOiJFUzI1NiJ9.e30.c2ln\"\n",
    ]
  )
  func payloads(text: String) throws {
    #expect(try HistoryFormat(detecting: ContiguousArray(text.utf8).rawBytes) == .appStoreServer)
  }

  @Test("of a request for a retention message says that it has no purchases, signed or decoded")
  func retention() {
    let request = """
      {"originalTransactionId":"99371282","appAppleId":1,"productId":"p","userLocale":"en-US",\
      "requestIdentifier":"3db5c98d","environment":"Production","signedDate":1698148900000}
      """
    let payload = Data(request.utf8).base64EncodedString()
    for text in [request, "e30.\(payload).e30", #"{"signedPayload":"e30.\#(payload).e30"}"#] {
      let message = refusal { try HistoryInput(reading: text.utf8, as: .appStoreServer) }
      #expect(
        message?.contains(
          "expected purchases, found the request of Apple for a retention message, which has none; "
            + "'GET /inApps/v2/history/99371282' has them"
        ) == true
      )
    }
  }
}
