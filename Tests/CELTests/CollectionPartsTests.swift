import CEL
import TestSupport
import Testing

/// Parts of texts and orders, against the standard library.
@Suite struct CollectionPartsTests {
  @Test(arguments: [
    ("", "", [""]), ("abc", "", ["abc"]), ("", "a", [""]), ("a", "a", ["", ""]),
    ("aaa", "aa", ["", "a"]), ("abababc", "ababc", ["ab", ""]), ("a\n\nb", "\n\n", ["a", "b"]),
    // Characters are compared, and not their scalars.
    ("e\u{301}", "e", ["e\u{301}"]), ("caf\u{E9}!", "e\u{301}", ["caf", "!"]),
  ])
  func standAroundText(_ text: String, _ separator: String, _ parts: [String]) {
    #expect(text.parts(around: separator).map(String.init) == parts)
  }

  @Test func areOrderedAsTheStandardLibraryDoes() {
    var random = SplitMix64(seed: 2)
    for _ in 0..<TestBuild.randomCases(2_000) {
      let pairs = (0..<Int.random(in: 0...60, using: &random)).map { index in
        (key: Int.random(in: 0...9, using: &random), index: index)
      }
      let ordered = pairs.ordered { $0.key < $1.key }
      #expect(ordered.map(\.key) == pairs.map(\.key).sorted())
      // Equal elements keep their order.
      let neighbours = zip(ordered, ordered.dropFirst())
      #expect(neighbours.allSatisfy { ($0.key, $0.index) < ($1.key, $1.index) })
      #expect(pairs.map(\.key).ordered() == pairs.map(\.key).sorted())
    }
  }

  @Test func agreeWithStandardLibrary() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<TestBuild.randomCases(2_000) {
      func text(_ most: Int) -> String {
        let letters = (0..<Int.random(in: 0...most, using: &random)).map { _ in
          "aab".randomElement(using: &random) ?? "a"
        }
        return String(letters)
      }
      let (whole, separator) = (text(12), text(4))
      #expect(whole.contains(part: separator) == whole.contains(separator))
      #expect(whole.utf8.contains(part: separator.utf8) == whole.contains(separator))
      guard !separator.isEmpty else { continue }
      let parts = whole.split(separator: separator, omittingEmptySubsequences: false)
      #expect(whole.parts(around: separator) == parts)
      #expect(whole.replacing(all: separator, by: "!") == whole.replacing(separator, with: "!"))
    }
  }
}
