import CalendarTime
import Testing

@Suite("Errors in ISO 8601")
struct ISO8601ErrorTests {
  @Test("a wrong text is told what is wrong, and where", arguments: WrongDate.table)
  func wrongDate(text: String, offset: Int, message: String) {
    let error = #expect(throws: ISO8601Error.self) { try ISO8601Date(parsing: text) }
    #expect(error?.description == message)
    #expect(error?.offset == offset)
  }

  @Test("bytes that are not UTF-8 are named by number")
  func wrongBytes() {
    var bytes = ContiguousArray("2024-06-01T09:30:15Z".utf8)
    bytes[10] = 0xFF
    let error = #expect(throws: ISO8601Error.self) {
      try unsafe ISO8601Date(parsing: bytes.span.bytes)
    }
    #expect(error?.description == "expected 'T' or the end after the day, found byte 0xFF")
    #expect(error?.offset == 10)
  }
}
