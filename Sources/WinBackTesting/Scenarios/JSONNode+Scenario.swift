import CEL
import CalendarTime
import WinBack
import WinBackFormats

extension JSONNode {
  /// Returns a date, or a date with a time.
  func timelineDate() throws(FormatError) -> TimelineDate {
    let text = try string()
    do {
      let date = try ISO8601Date(parsing: text)
      return TimelineDate(instant: date.instant, isDateOnly: date.isDateOnly)
    } catch {
      throw self.error(error.description, atDecodedUTF8Offset: error.offset)
    }
  }

  /// Returns a storefront.
  func storefront() throws(FormatError) -> Storefront {
    let code = try string()
    guard let storefront = Storefront(code) else { throw error(Storefront.refusal(of: code)) }
    return storefront
  }

  /// Returns a name that must be one of some.
  ///
  /// - Throws: ``FormatError`` for another name, with the nearest one as a suggestion.
  func name(_ expected: String, among known: [String]) throws(FormatError) -> String {
    let name = try string()
    guard !known.contains(name) else { return name }
    let suggestion = nearestName(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
    throw error("expected \(expected), found '\(name)'\(suggestion)")
  }

  /// Returns names that must be among some, each once.
  func names(_ expected: String, among known: [String]) throws(FormatError) -> [String] {
    var names: [String] = []
    for node in try array() {
      let name = try node.name(expected, among: known)
      guard !names.contains(name) else {
        throw node.error("expected each name once, found '\(name)' again")
      }
      names.append(name)
    }
    return names
  }

  /// Returns a value of a type of the rule language.
  func value(of type: ValueType) throws(FormatError) -> Value {
    switch type {
    case .bool: return .bool(try bool())
    case .int: return .int(try integer())
    case .double: return .double(try double())
    case .string: return .string(try string())
    case .timestamp: return .timestamp(try timelineDate().instant)
    case .list(let element):
      var elements: [Value] = []
      for node in try array() { elements.append(try node.value(of: element)) }
      return .list(elements)
    default: throw error("expected no value, for nothing can be of type \(type)")
    }
  }
}
