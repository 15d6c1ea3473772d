/// An option of a command, whatever its type; see ``Option``.
package protocol OptionDeclaration: Sendable {
  /// What help and completion need to know of it.
  var description: OptionDescription { get }

  /// Checks what the option was given.
  ///
  /// - Parameter texts: The text of each time that it was given.
  /// - Throws: ``UsageError/Kind`` where one of them is no value of the option.
  func check(_ texts: [String]) throws(UsageError.Kind)
}
