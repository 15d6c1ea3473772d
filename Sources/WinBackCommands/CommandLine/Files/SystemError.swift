/// A refusal of the operating system.
package struct SystemError: Error, Sendable, Hashable {
  /// The value of errno.
  package let code: Int32

  /// Creates an error.
  ///
  /// - Parameter code: The value of errno.
  package init(code: Int32) {
    self.code = code
  }

  /// The reason as the end of a sentence: lower case, no full stop.
  package var reason: String {
    switch self {
    case .noSuchFile: "no such file"
    case .isDirectory: "it is a directory"
    case .notDirectory: "a part of the path is not a directory"
    default: lowercasedFirst(Platform.message(of: code))
    }
  }

  private func lowercasedFirst(_ text: String) -> String {
    text.prefix(1).lowercased() + text.dropFirst()
  }
}
