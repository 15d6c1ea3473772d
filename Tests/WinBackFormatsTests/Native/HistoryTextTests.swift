import Testing
import WinBack
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
}
