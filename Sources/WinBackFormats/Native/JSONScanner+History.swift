import CalendarTime
import WinBack

extension JSONScanner {
  /// Copies the contents of a string behind other text.
  func copy(_ string: JSONString, into text: inout ContiguousArray<UInt8>) -> TextRange {
    let start = text.count
    decode(string, into: &text)
    return TextRange(start: start, count: text.count - start)
  }

  /// Reads a string and returns whether it is a known one.
  mutating func readIs(_ known: String) throws(JSONError) -> Bool {
    matches(try readString(), known)
  }

  /// Reads an identifier.
  mutating func readSymbol(_ symbols: inout SymbolTable) throws(JSONError) -> Symbol {
    let string = try readString()
    guard string.hasEscapes else { return symbols.intern(bytes(of: string)) }
    var contents: ContiguousArray<UInt8> = []
    decode(string, into: &contents)
    return symbols.intern(contents.rawBytes)
  }

  /// Reads a country code, alpha-3 or alpha-2 (F12).
  mutating func readStorefront() throws(JSONError) -> Storefront {
    let string = try readString()
    guard let storefront = Storefront(text(of: string)) else {
      throw JSONError(
        .rejected(
          "expected a storefront such as 'USA', found '\(text(of: string).shownInMessage)'"),
        at: string.start &- 1)
    }
    return storefront
  }

  /// Reads a date: milliseconds since 1970, which are floored, or an ISO 8601 string (T1, T5).
  mutating func readDate() throws(JSONError) -> TimelineDate {
    switch try peek() {
    case .number:
      let number = try readNumber()
      let instant = number.floored.map { Instant(milliseconds: $0) }
      guard let instant, instant.isValid else {
        throw JSONError(
          .rejected("expected milliseconds within the years 0001 to 9999, found others"),
          at: number.start)
      }
      return TimelineDate(instant)
    case .string:
      let string = try readString()
      do throws(ISO8601Error) {
        let date = try ISO8601Date(parsing: bytes(of: string))
        return TimelineDate(instant: date.instant, isDateOnly: date.isDateOnly)
      } catch {
        throw JSONError(.rejected(error.description), at: string.start &+ error.offset)
      }
    case let kind:
      throw JSONError(
        .rejected("expected a date, as milliseconds or as an ISO 8601 string, found \(kind)"),
        at: offset)
    }
  }
}
