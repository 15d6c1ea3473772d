/// How histories give an instant.
enum DateForm: String, CaseIterable {
  case milliseconds
  case iso8601
}

extension ByteBuffer {
  mutating func append(_ date: Milliseconds, as form: DateForm) {
    switch form {
    case .milliseconds:
      append(date)
    case .iso8601:
      append("\"")
      append(iso8601: date)
      append("\"")
    }
  }
}
