import Testing
import WinBackFormats

@Suite("Rows of CSV")
struct RowScannerTests {
  @Test(
    "are read as RFC 4180 has them",
    arguments: [
      ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]),
      ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
      ("a,b", [["a", "b"]]),
      ("a,b\r", [["a", "b"]]),
      (",\n,\r\n", [["", ""], ["", ""]]),
      ("\n\r\na,b\n\n\n", [["a", "b"]]),
      ("\"a\",\"b\"\n", [["a", "b"]]),
      ("\"a,b\",\"c\nd\"\r\ne,f", [["a,b", "c\nd"], ["e", "f"]]),
      ("\"a \"\"b\"\" c\",\"\"\"\"\n", [["a \"b\" c", "\""]]),
      ("\"\",\"\"", [["", ""]]),
      ("a,\"b\"", [["a", "b"]]),
      ("a,\"b\"\r\n", [["a", "b"]]),
      (" a , b \n", [[" a ", " b "]]),
      ("é,日本\n", [["é", "日本"]]),
      ("a\rb,c\n", [["a\rb", "c"]]),
      ("0123456789abcdef,0123456789\n", [["0123456789abcdef", "0123456789"]]),
      ("a,b\r\n\r\n", [["a", "b"]]),
      // The second of two joined files.
      ("a,b\n\u{FEFF}h,h\n\u{FEFF}\"c\",d\n", [["a", "b"], ["c", "d"]]),
      ("", []),
    ]
  )
  func reading(text: String, expected: [[String]]) {
    #expect(records(text, columns: 2) == expected)
  }

  @Test("are read with other delimiters", arguments: [";", "\t"] as [Character])
  func delimiters(delimiter: Character) {
    let text = "a,1\(delimiter)b\n\"c\(delimiter)\"\(delimiter)d\n"
    #expect(
      records(text, columns: 2, delimiter: delimiter) == [["a,1", "b"], ["c\(delimiter)", "d"]]
    )
  }

  @Test(
    "that are broken are told with their place, and the next line is read",
    arguments: [
      ("a\nb,c\n", "1:1: expected 2 fields as in the header, found 1"),
      ("a,b,c\nb,c\n", "1:1: expected 2 fields as in the header, found 3"),
      ("é,x\"y\nb,c\n", "1:4: a double quote inside a field needs double quotes around the field"),
      (
        "a,\"x\"y\nb,c\n",
        "1:3: a field in double quotes is not closed right before a delimiter or the end of a line"
      ),
      (
        "a,\"x\nb,c\n",
        "1:3: a field in double quotes is not closed right before a delimiter or the end of a line"
      ),
    ]
  )
  func broken(text: String, message: String) {
    #expect(records(text, columns: 2) == [[message], ["b", "c"]])
    #expect(records("b,c\n" + text, columns: 2).dropFirst().first == ["2" + message.dropFirst()])
  }

  @Test("that are not text are told with the byte")
  func encoding() throws {
    var bytes = ContiguousArray("h,h\na,b\nc,".utf8)
    bytes += [0xFF, 0x0A]
    bytes += Array("d,e\n".utf8)
    let header = try #require(try TableHeader.read(bytes.rawBytes, isWhole: true))
    var scanner = RowScanner(bytes.rawBytes, header.layout, from: header.end)
    #expect(try scanner.next())
    var message = ""
    do throws(RowError) {
      _ = try scanner.next()
    } catch {
      message = "\(FormatError(error, in: bytes.rawBytes))"
    }
    #expect(message == "3:3: expected UTF-8, found the byte 0xFF")
    #expect(try scanner.next())
    let text = scanner.field(1).text(in: bytes.rawBytes)
    #expect(text == "e")
  }

  @Test("leave out the header of a file that was joined to another one")
  func joined() {
    #expect(records("a,b\nh,h\nc,d\n", columns: 2) == [["a", "b"], ["c", "d"]])
  }

  @Test("come back as they were written, whatever stands in them")
  func roundTrip() {
    for seed in 0..<UInt64(500) {
      var random = RandomTable(seed: seed)
      let rows = random.rows()
      let text = random.text(of: rows)
      #expect(records(text, columns: random.columns) == rows, "seed \(seed)")
    }
  }

  @Test("that are cut anywhere are read up to the cut, and no further")
  func pieces() throws {
    for seed in 0..<UInt64(60) {
      var random = RandomTable(seed: seed)
      let rows = random.rows()
      let text = random.text(of: rows)
      let bytes = ContiguousArray(text.utf8)
      for count in 0...bytes.count {
        let read = try wholeRows(of: bytes, count: count, columns: random.columns)
        try #require(rows.starts(with: read.rows), "cut at \(count), seed \(seed)")
        let rest = try wholeRows(
          of: ContiguousArray(bytes[read.end...]),
          count: bytes.count - read.end,
          columns: random.columns,
          isWhole: true
        )
        try #require(read.rows + rest.rows == rows, "cut at \(count), seed \(seed)")
      }
    }
  }

  private func wholeRows(
    of bytes: ContiguousArray<UInt8>,
    count: Int,
    columns: Int,
    isWhole: Bool = false
  ) throws -> (rows: [[String]], end: Int) {
    let piece = ContiguousArray(bytes.prefix(count))
    let layout = try layout(columns: columns)
    var scanner = RowScanner(piece.rawBytes, layout, isWhole: isWhole)
    var rows: [[String]] = []
    while try scanner.next() {
      rows.append((0..<columns).map { scanner.field($0).text(in: piece.rawBytes) })
    }
    return (rows, scanner.offset)
  }
}
