/// A JSON value that is a word.
package enum JSONLiteral: String, Sendable, Hashable, CaseIterable {
  case `true`
  case `false`
  case null
}
