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
    writer.beginObject()
    writer.key("customerId")
    writer.string("c-001")
    writer.key("ids")
    writer.beginArray()
    writer.string("a")
    writer.string("b")
    writer.endArray()
    writer.key("none")
    writer.beginArray()
    writer.endArray()
    writer.key("facts")
    writer.beginObject()
    writer.key("state")
    writer.null()
    writer.key("empty")
    writer.beginObject()
    writer.endObject()
    writer.endObject()
    writer.key("live")
    writer.bool(true)
    writer.key("price")
    writer.double(9.99)
    writer.endObject()
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
          $0.beginArray()
          $0.integer(Int64(number))
          $0.endArray()
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
        $0.beginObject()
        $0.key(contents)
        $0.null()
        $0.endObject()
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

  @Test("takes over strings and values that are JSON already")
  func verbatim() {
    let escaped = ContiguousArray(#"caf\u00e9"#.utf8)
    #expect(
      text {
        $0.beginArray()
        $0.string(escaped: escaped.rawBytes)
        $0.value(ContiguousArray("[1, 2]".utf8))
        $0.endArray()
      } == #"["caf\u00e9",[1, 2]]"#
    )
  }
}
