import Testing
import WinBackFormats

@Suite("Native histories in one input")
struct HistoryLinesTests {
  private func customers(_ json: String) throws -> [String] {
    let engine = try NativeSamples.engine()
    return try engine.decisions(json: json.utf8, asOf: .maximum).joined()
      .map(\.customerId)
  }

  private func line(_ id: String) -> String { #"{"customerId":"\#(id)","transactions":[]}"# }

  @Test("are one document of any layout, or a line each with either line end")
  func layouts() throws {
    let a = line("a")
    let b = line("b")
    #expect(try customers(a) == ["a"])
    #expect(try customers("\n\n\(a)\n\n") == ["a"])
    #expect(try customers("{\n\"customerId\":\n\"a\",\n\"transactions\":\n[\n]\n}\n") == ["a"])
    #expect(try customers("\(a)\n\(b)\n") == ["a", "b"])
    #expect(try customers("\(a)\n\(b)") == ["a", "b"])
    #expect(try customers("\(a)\r\n\(b)\r\n") == ["a", "b"])
    #expect(try customers("\n\(a)\n \t\n\r\n\(b)\n\n\n\(a)") == ["a", "b", "a"])
    #expect(try customers("\u{FEFF}\(a)\n\(b)") == ["a", "b"])
  }

  @Test("keep nothing of the customer before")
  func independence() throws {
    let engine = try NativeSamples.engine()
    let full = NativeSamples.history.replacing("\n", with: " ")
    let bare = """
      {"customerId":"b","subscriptionGroupIdentifier":"21394321","transactions":[]}
      """
    let now = Instant(milliseconds: 1_735_689_600_000)
    let together = try engine.decisions(json: "\(bare)\n\(full)\n\(bare)\n".utf8, asOf: now)
    let alone = try engine.decisions(json: bare.utf8, asOf: now)
    #expect(together.count == 3)
    #expect(together[0] == alone[0])
    #expect(together[2] == alone[0])
    #expect(try engine.decisions(json: full.utf8, asOf: now) == [together[1]])
  }

  @Test("are refused at the number of the bad line, with its column and path")
  func badLines() {
    let a = line("a")
    func refused(_ json: String) -> String? { refusal { try customers(json) } }
    #expect(
      refused("\(a)\n\n{\"customerId\":\"b\" \"transactions\":[]}\n\(a)")
        == "3:19: expected ',' or '}' after a value, found '\"'"
    )
    #expect(
      refused("\(a)\r\n{\"customerId\":\"b\",\"transactions\":[1]}")
        == "2:35: expected an object, found a number (at transactions[0])"
    )
    #expect(refused("\(a)\nnull") == "2:1: expected an object, found null")
    #expect(
      refused("\(a)\n\(a) \(a)") == "2:38: expected the end of the line after the value, found '{'"
    )
    #expect(
      refused("\(a)\n{\"customerId\":\"b") == "2:17: the line ends inside a string (at customerId)"
    )
    #expect(refused("\(a)\n{\"customerId\":\"b\"}\n") == "2:1: the key 'transactions' is missing")
    // What follows the only renewal information is not another one.
    #expect(
      refused(
        "\(a)\n{\"customerId\":\"b\",\"transactions\":[],\"renewalInfo\":{},{}}\n\(a)\n\(a)\n\(a)\n"
      ) == "2:54: expected a key in double quotes after ',', found '{'"
    )
  }

  @Test("are taken for lines where the first one is broken, too")
  func badFirstLine() {
    let a = line("a")
    #expect(
      refusal { try customers("{\"customerId\":\"b\",\"transactions\":[\n\(a)\n\(a)\n") }
        == "1:35: expected a value, found the end of the line (at transactions[0])"
    )
  }

  @Test(
    "are refused where there is none",
    arguments: [("", "1:1"), (" \n\t", "2:2"), ("\u{FEFF}", "1:1")]
  )
  func none(json: String, place: String) {
    #expect(refusal { try customers(json) } == "\(place): expected a value, found an empty file")
  }
}
