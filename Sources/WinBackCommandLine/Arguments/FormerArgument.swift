/// What the command line had before, with what to use now.
package enum FormerArgument {
  /// What to do instead, by the option as it is typed, with its value if only that is gone.
  package static let advice: [String: String] = [
    "--at": "use '--as-of INSTANT'",
    "--pseudonymize": "use 'winback convert HISTORIES --to native --pseudonymize KEY' first",
    "--range": "give each worker whole customers in a file of its own, or use several threads",
    "--sensitivity": "use 'winback report --page cohort'",
    "--checkpoint": "start the run again: an output appears when it is whole",
    "--data-through": "leave it out: nothing here reads a history of a customer",
    "--format stripe": "write a mapping of its columns, and name it with '--mapping FILE'",
    "--to appstoreconnect": "use '--to native', which every command reads",
  ]

  /// Returns the message about an argument that is gone; nil for one that never was.
  static func message(_ typed: String) -> String? {
    advice[typed].map { "'\(typed)' is no longer there; \($0)" }
  }
}
