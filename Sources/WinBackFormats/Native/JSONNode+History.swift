import CEL
import CalendarTime
import WinBack

// The values of histories in documents that are read as a whole. ``JSONScanner`` reads the same ones
// from the batch road, and takes and refuses the same spellings.
extension JSONNode {
  /// Returns a date: milliseconds since 1970, which are floored, or an ISO 8601 string (T1, T5).
  func timelineDate() throws(FormatError) -> TimelineDate {
    switch kind {
    case .number:
      let instant = try number().floored.map { Instant(milliseconds: $0) }
      guard let instant, instant.isValid else {
        throw error("expected milliseconds in the years 0001 to 9999, found \(try written())")
      }
      return TimelineDate(instant)
    case .string:
      let text = try string()
      do throws(ISO8601Error) {
        let date = try ISO8601Date(parsing: text)
        return TimelineDate(instant: date.instant, isDateOnly: date.isDateOnly)
      } catch {
        throw self.error(error.description, atDecodedUTF8Offset: error.offset)
      }
    default:
      throw error("expected a date, as milliseconds or as an ISO 8601 string, found \(kind)")
    }
  }

  /// Returns a storefront: an alpha-3 code, or an alpha-2 code, which is converted (F12).
  func storefront() throws(FormatError) -> Storefront {
    let code = try string()
    guard let storefront = Storefront(code) else { throw error(Storefront.refusal(of: code)) }
    return storefront
  }

  /// Returns a price in thousandths; a fraction of one is not nothing (P4).
  func milliunits() throws(FormatError) -> Int64? {
    let number = try number()
    return number.integer ?? number.floored.map { $0 < 0 ? $0 : $0 &+ 1 }
  }

  /// Returns a number that stands for something; nil for one that stands for nothing known.
  func code() throws(FormatError) -> Int? {
    try number().integer.flatMap { Int(exactly: $0) }
  }

  /// Returns an attribute of a customer as a value of its declared type, else of its own.
  ///
  /// - Returns: The value; nil for one that is not declared and that no rule set could declare.
  func attribute(as type: ValueType?) throws(FormatError) -> Value? {
    switch type {
    case nil: return try undeclaredAttribute()
    case .bool: return .bool(try bool())
    case .string: return .string(try string())
    case .timestamp: return .timestamp(try timelineDate().instant)
    case .int:
      guard let integer = try number().integer else {
        throw error("expected a whole number of at most 64 bits, found \(try written())")
      }
      return .int(integer)
    case .double: return .double(try double())
    case .list(let element):
      var elements: [Value] = []
      for node in try array() {
        if let element = try node.attribute(as: element) { elements.append(element) }
      }
      return .list(elements)
    case let type?: throw error("attributes cannot be of type \(type)")
    }
  }

  /// A number as it is written.
  private func written() throws(FormatError) -> String {
    document.bytes.rawBytes.text(in: try number().range).shownInMessage
  }

  /// Returns an attribute that no rule set declares; nil for one that no rule set could declare.
  private func undeclaredAttribute() throws(FormatError) -> Value? {
    switch kind {
    case .bool: return .bool(try bool())
    case .string: return .string(try string())
    case .number:
      if let integer = try number().integer { return .int(integer) }
      return (try? double()).map(Value.double)
    case .array:
      var elements: [Value] = []
      for node in try array() {
        guard node.kind != .array, let element = try node.undeclaredAttribute() else { return nil }
        elements.append(element)
      }
      return .list(elements)
    case .object, .null: return nil
    }
  }
}
