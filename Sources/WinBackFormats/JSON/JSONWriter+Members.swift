// Members of objects; one without a value is not written.

extension JSONWriter {
  /// Writes a member with text, unless there is none.
  package mutating func member(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    string(text)
  }

  /// Writes a member with a whole number, unless there is none.
  package mutating func member(_ name: String, _ number: Int?) {
    member(name, number.map(Int64.init))
  }

  /// Writes a member with a whole number, unless there is none.
  package mutating func member(_ name: String, _ number: Int64?) {
    guard let number else { return }
    key(name)
    integer(number)
  }

  /// Writes a member with texts.
  package mutating func member(_ name: String, _ texts: [String]) {
    key(name)
    beginArray()
    for text in texts { string(text) }
    endArray()
  }
}
