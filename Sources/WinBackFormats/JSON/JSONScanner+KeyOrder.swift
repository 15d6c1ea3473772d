extension JSONScanner {
  /// A key of an object, with what it means to the reader.
  struct Member<Key> {
    let name: JSONString
    /// The known key; nil for one that the reader skips.
    let key: Key?
    /// The bit of the key among those of its enumeration; 0 if it is not known.
    let bit: UInt32
  }

  /// Reads the brace that opens an object, and returns its offset.
  ///
  /// Where there is no value at all, the error says so and does not ask for an object.
  @inline(__always)
  mutating func beginElementObject() throws(JSONError) -> Int {
    if text.byte(at: offset) != UInt8(ascii: "{") { _ = try peek() }
    try beginObject()
    return offset &- 1
  }

  /// Reads the next key of an object and its colon, faster where it was learnt.
  ///
  /// - Returns: The key; nil when the closing brace was read instead.
  @inline(__always)
  mutating func nextMember<Key>(
    _ order: inout JSONKeyOrder<Key>,
    _ keys: borrowing JSONKeyTable<Key>
  ) throws(JSONError) -> Member<Key>? {
    // Many programs write a space behind each comma.
    let quote = text.endOfWhitespace(from: offset &+ (isAfterValue ? 1 : 0))
    guard !isAfterValue || text.byte(at: offset) == UInt8(ascii: ","),
      let step = order.take(at: quote, in: text.loads)
    else { return try nextUnknownMember(&order, keys) }
    offset = quote &+ step.byteCount
    isAfterValue = false
    let name = JSONString(start: quote &+ 1, end: offset &- 2, hasEscapes: false)
    return Member(name: name, key: step.key, bit: step.bit)
  }

  @inline(never)
  private mutating func nextUnknownMember<Key>(
    _ order: inout JSONKeyOrder<Key>,
    _ keys: borrowing JSONKeyTable<Key>
  ) throws(JSONError) -> Member<Key>? {
    guard let name = try nextKey() else { return nil }
    let (key, bit) = keys.findWithBit(name, in: self).map { ($0.key, $0.bit) } ?? (nil, 0)
    // Names with escapes are not learnt, so that what is learnt can be shown as it is written.
    if !name.hasEscapes, offset == name.end &+ 2 {
      order.learn(name.start &- 1..<offset, key, bit, in: text.loads)
    }
    return Member(name: name, key: key, bit: bit)
  }
}
