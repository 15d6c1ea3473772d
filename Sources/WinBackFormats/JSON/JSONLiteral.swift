/// A JSON value that is a word.
package enum JSONLiteral: String, Sendable, Hashable {
  case `true`
  case `false`
  case null
}
