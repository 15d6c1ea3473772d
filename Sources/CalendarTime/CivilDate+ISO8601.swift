extension CivilDate {
  /// Reads a date, such as 2024-06-01, from a whole text; a time is an error.
  package init(parsing text: some StringProtocol) throws(ISO8601Error) {
    let bytes = ContiguousArray(text.utf8)
    var reader = unsafe ISO8601Reader(bytes.span.bytes)
    self = try reader.readDateOnly()
  }
}
