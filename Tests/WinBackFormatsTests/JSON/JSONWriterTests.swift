import CEL
import Testing
import WinBackFormats

@Suite("Writing JSON")
struct JSONWriterTests {
  /// Returns the text that a closure writes.
  private func text(
    _ layout: JSONWriter.Layout = .compact,
    _ write: (inout JSONWriter) -> Void
  ) -> String {
    var writer = JSONWriter(layout)
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func writeSample(_ writer: inout JSONWriter) {
    writer.object { json in
      json.member("customerId", "c-001")
      json.member("ids", ["a", "b"])
      json.array("none") { _ in }
      json.object("facts") { json in
        json.member("state", orNull: nil as String?)
        json.object("empty") { $0.member("absent", nil as Int?) }
      }
      json.member("live", true)
      json.key("price")
      json.double(9.99)
    }
  }

  @Test("puts the commas in compact text")
  func compact() {
    #expect(
      text { writeSample(&$0) }
        == #"{"customerId":"c-001","ids":["a","b"],"none":[],"#
        + #""facts":{"state":null,"empty":{}},"live":true,"price":9.99}"#
    )
  }

  @Test("puts each member on its own line in pretty text")
  func pretty() {
    #expect(
      text(.pretty) {
        writeSample(&$0)
        $0.endLine()
      } == """
        {
          "customerId": "c-001",
          "ids": [
            "a",
            "b"
          ],
          "none": [],
          "facts": {
            "state": null,
            "empty": {}
          },
          "live": true,
          "price": 9.99
        }

        """
    )
  }

  @Test("writes many documents as lines")
  func lines() {
    #expect(
      text {
        for number in 1...3 {
          $0.array { $0.integer(Int64(number)) }
          $0.endLine()
        }
      } == "[1]\n[2]\n[3]\n"
    )
  }

  @Test("starts anew after its buffer is emptied")
  func removal() {
    #expect(
      text {
        $0.integer(1)
        $0.removeAll()
        $0.integer(2)
      } == "2"
    )
  }

  @Test(
    "escapes what must be escaped in strings and keys, and nothing else",
    arguments: [
      ("", #""""#),
      ("basic_1m_free", #""basic_1m_free""#),
      ("a \"quote\" and a \\", #""a \"quote\" and a \\""#),
      ("\n\r\t", #""\n\r\t""#),
      (
        "\u{0}\u{8}\u{C}\u{F}\u{10}\u{1F}\u{7F}",
        "\"\\u0000\\u0008\\u000c\\u000f\\u0010\\u001f\u{7F}\""
      ),
      ("é€😀/", "\"é€😀/\""),
    ]
  )
  func escapes(contents: String, json: String) {
    #expect(text { $0.string(contents) } == json)
    #expect(
      text {
        $0.object { json in
          json.key(contents)
          json.null()
        }
      } == "{\(json):null}"
    )
  }

  @Test(
    "writes whole numbers",
    arguments: [
      (0, "0"), (7, "7"), (-7, "-7"), (10, "10"), (1_704_067_200_000, "1704067200000"),
      (Int64.max, "9223372036854775807"), (Int64.min, "-9223372036854775808"),
    ]
  )
  func integers(value: Int64, json: String) {
    #expect(text { $0.integer(value) } == json)
  }

  @Test(
    "writes doubles shortly and exactly, and null for what is no number",
    arguments: [
      (0.1, "0.1"), (-2, "-2.0"), (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"),
      (.infinity, "null"),
      (-.infinity, "null"), (.nan, "null"),
    ]
  )
  func doubles(value: Double, json: String) {
    #expect(text { $0.double(value) } == json)
  }

  @Test("takes over values that are JSON already")
  func verbatim() {
    let values = [#""caf\u00e9""#, "[1, 2]"].map { ContiguousArray($0.utf8) }
    let json = text { $0.array { json in values.forEach { json.value($0) } } }
    #expect(json == #"["caf\u00e9",[1, 2]]"#)
  }

  @Test("writes a document of objects, and values in the one form that they have")
  func document() {
    let bytes = JSONWriter.document(.compact) { json in
      json.objects("list", [1, 2]) { $0.member("number", $1) }
      json.member("sorted", ["b": 2, "a": 1])
      json.member("value", Value.list([.timestamp(Instant(milliseconds: 0)), .null, .double(0.5)]))
      json.member("date", TimelineDate(instant: Instant(milliseconds: 0), isDateOnly: true))
      json.member("time", TimelineDate(instant: Instant(milliseconds: 1), isDateOnly: false))
    }
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"list":[{"number":1},{"number":2}],"sorted":{"a":1,"b":2},"#
        + #""value":["1970-01-01T00:00:00.000Z",null,0.5],"date":"1970-01-01","time":1}"# + "\n"
    )
  }
}
