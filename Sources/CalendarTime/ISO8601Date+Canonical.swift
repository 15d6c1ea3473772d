extension ISO8601Date {
  init?(canonical bytes: RawSpan) {
    return nil
  }
}
