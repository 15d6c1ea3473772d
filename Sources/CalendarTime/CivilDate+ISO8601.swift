extension CivilDate {
  /// Reads a date, such as 2024-06-01, that fills all of the given bytes; a time is an error.
  ///
  /// - Throws: What is wrong, and where.
  package init(parsing bytes: RawSpan) throws(ISO8601Error) {
    var reader = ISO8601Reader(bytes)
    self = try reader.readDateOnly()
  }

  /// Reads a date, such as 2024-06-01, that fills all of a text; a time is an error.
  ///
  /// - Throws: What is wrong, and where.
  package init(parsing text: some StringProtocol) throws(ISO8601Error) {
    let bytes = ContiguousArray(text.utf8)
    try unsafe self.init(parsing: bytes.span.bytes)
  }
}
