import Testing

/// A change of a folder with a check, by files that are replaced, removed or changed in one text.
struct GateEdit: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// What the check must tell; nil if it must tell nothing.
  let expected: String?
  let edits: [(file: String, old: String, new: String?)]

  init(
    _ description: String,
    _ expected: String?,
    _ edits: (file: String, old: String, new: String?)...
  ) {
    testDescription = description
    self.expected = expected
    self.edits = edits
  }
}
