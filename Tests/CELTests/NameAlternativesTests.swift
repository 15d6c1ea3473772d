import CEL
import Testing

@Suite("Names that are listed")
struct NameAlternativesTests {
  @Test(
    "have commas between them, and 'or' before the last",
    arguments: [
      ([], ""), (["a"], "'a'"), (["a", "b"], "'a' or 'b'"), (["a", "b", "c"], "'a', 'b' or 'c'"),
    ]
  )
  func list(names: [String], expected: String) {
    #expect(names.quotedAlternatives == expected)
  }
}
