import Testing
import WinBackFormats

@Suite("The header of a table")
struct TableHeaderTests {
  @Test(
    "names the columns, whatever stands between them",
    arguments: [
      "a,b c,d\n1,2,3", "a;b c;d\n", "a\tb c\td\r\n", "\u{FEFF}a,b c,d\n", "\"a\",\"b c\",\"d\"\n",
      " a , b c ,d\n", "\n\r\na,b c,d", "a,b c,\"d\"",
    ]
  )
  func names(text: String) throws {
    let header = try TableHeader.read(ContiguousArray(text.utf8).rawBytes, isWhole: true)
    #expect(header?.columns == ["a", "b c", "d"])
  }

  @Test(
    "does not take what stands in quotes for delimiters, and needs none",
    arguments: [("\"a,b,c\";d\n", ["a,b,c", "d"]), ("h", ["h"])]
  )
  func quotedDelimiters(text: String, columns: [String]) throws {
    let header = try TableHeader.read(ContiguousArray(text.utf8).rawBytes, isWhole: true)
    #expect(header?.columns == columns)
  }

  @Test("waits for its end")
  func unfinished() throws {
    #expect(try TableHeader.read(ContiguousArray("a,b".utf8).rawBytes, isWhole: false) == nil)
    #expect(try TableHeader.read(ContiguousArray().rawBytes, isWhole: false) == nil)
  }

  @Test("that is not there is an error")
  func empty() {
    #expect(
      refusal { _ = try histories("", as: .revenueCat) }
        == "1:1: expected a first line with the names of the columns, found none"
    )
  }
  @Test("ends with a line feed: lines that a carriage return alone ends are no header without rows")
  func carriageReturns() throws {
    #expect(
      refusal { _ = try histories("a,b\r1,2\r", as: .revenueCat) }
        == "1:4: expected lines that end with a line feed, found a carriage return alone; "
        + #"'tr "\r" "\n"' converts them"#
    )
    let quoted = ContiguousArray("\"a\r\nb\",c\n".utf8)
    #expect(try TableHeader.read(quoted.rawBytes, isWhole: true)?.columns.count == 2)
  }
}
