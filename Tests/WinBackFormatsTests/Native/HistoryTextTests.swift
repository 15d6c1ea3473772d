import Testing
import WinBackFormats

@Suite("The text of a history")
struct HistoryTextTests {
  @Test(
    "is the same whether the record copies it or shares it, with escapes and without",
    arguments: [#"c-1"#, #"c\u002d1"#, #"\u0063-\u0031"#]
  )
  func copiedOrShared(customerId: String) throws {
    let line = #"""
      {"customerId":"\#(customerId)","transactions":[
      {"transactionId":"1","originalTransactionId":"\u0031","productId":"p","purchaseDate":0,
      "expiresDate":1}],"renewalInfo":{"originalTransactionId":"1\/2","productId":"p"}}
      """#
    let lines = ContiguousArray("not read\(line)".utf8)
    let offset = "not read".utf8.count
    for text in [HistoryText.copied, .shared(lines, offset: offset)] {
      var record = HistoryRecord()
      var symbols = SymbolTable()
      var reader = HistoryReader(attributes: [])
      // The second reading finds what the first one left.
      for _ in 0..<2 {
        var scanner = JSONScanner(lines.rawBytes.extracting(offset..<lines.count))
        try reader.read(&scanner, into: &record, &symbols, text)
        #expect(record.string(record.customerId) == "c-1")
        #expect(record.transactions.first?.transactionId.map(record.string) == "1")
        #expect(record.transactions.first?.originalTransactionId.map(record.string) == "1")
        #expect(record.renewals.first?.originalTransactionId.map(record.string) == "1/2")
      }
    }
  }

  @Test("has identifiers of any length as they are written, whatever stands in place of a digit")
  func identifiers() throws {
    let others = [
      "1": "1", "x": "x", "/": "/", ":": ":", " ": " ", "é": "é", #"\""#: "\"", #"\u0037"#: "7",
    ]
    for count in 0...20 {
      let digits = (0..<count).map { String($0 * 7 % 10) }
      for place in 0..<max(1, count) {
        for (written, spelled) in others {
          var identifier = digits
          if count > 0 { identifier[place] = written }
          let json = #""transactionId":"\#(identifier.joined())""#
          if count > 0 { identifier[place] = spelled }
          // Near the end of all bytes, and far from it.
          for rest in ["", #","more":"and more text than a word has""#] {
            let transaction = try ReadHistory.transaction(json + rest)
            let expected = "transactionId=\(identifier.joined()) " + ReadHistory.plainTransaction
            #expect(transaction == expected)
          }
        }
      }
    }
  }
}
