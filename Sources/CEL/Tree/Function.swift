enum Function: String, Sendable, Hashable, CaseIterable {
  case size, startsWith, endsWith, contains, timestamp, duration, int, string

  /// The one extension of the language: calendar months later (T2).
  case addMonths

  /// A Boolean value indicating whether the function can be called as `function(value)`.
  var isGlobal: Bool {
    switch self {
    case .startsWith, .endsWith, .contains: false
    case .size, .timestamp, .duration, .int, .string, .addMonths: true
    }
  }

  /// A Boolean value indicating whether the function can be called as `value.function()`.
  var isReceiver: Bool { self == .size || !isGlobal }

  /// Returns the type of the result, or nil if the function does not accept the arguments.
  func result(for arguments: [ValueType]) -> ValueType? {
    switch (self, arguments.first, arguments.count) {
    case (.size, .string, 1), (.size, .list, 1): .int
    case (.startsWith, .string, 2), (.endsWith, .string, 2), (.contains, .string, 2):
      arguments[1] == .string ? .bool : nil
    case (.timestamp, .string, 1), (.timestamp, .int, 1), (.timestamp, .timestamp, 1): .timestamp
    case (.duration, .string, 1), (.duration, .duration, 1): .duration
    case (.int, .int, 1), (.int, .double, 1), (.int, .string, 1), (.int, .timestamp, 1): .int
    case (.string, .bool, 1), (.string, .int, 1), (.string, .double, 1), (.string, .string, 1),
      (.string, .timestamp, 1), (.string, .duration, 1):
      .string
    case (.addMonths, .timestamp, 2): arguments[1] == .int ? .timestamp : nil
    default: nil
    }
  }

  /// The functions of other implementations of the language, which this one does not have.
  static let outside: Set<String> = [
    "all", "bool", "bytes", "double", "dyn", "exists", "exists_one", "filter", "getDate",
    "getDayOfMonth", "getDayOfWeek", "getDayOfYear", "getFullYear", "getHours", "getMilliseconds",
    "getMinutes", "getMonth", "getSeconds", "map", "matches", "type", "uint",
  ]
}
