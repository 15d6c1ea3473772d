import CEL
import Testing

@Suite("The nearest name")
struct NearestNameTests {
  private let names = ["size", "startsWith", "endsWith", "in", "gapTolerance"]

  @Test(
    "is the one that differs least",
    arguments: [
      ("sise", "size"), ("SIZE", "size"), ("isze", "size"), ("siz", "size"), ("sizes", "size"),
      ("startWith", "startsWith"), ("edsWiht", "endsWith"), ("gap_tolerance", "gapTolerance"),
    ]
  )
  func nearest(name: String, expected: String) {
    #expect(nearestName(to: name, among: names) == expected)
  }

  @Test("is never the opposite", arguments: [("PROMOTED", "NOT_PROMOTED"), ("not_set", "SET")])
  func opposite(name: String, candidate: String) {
    #expect(nearestName(to: name, among: [candidate]) == nil)
  }

  @Test("is looked for among the first thousand names only")
  func limit() {
    let others = (0..<1_000).map { "other name \($0)" }
    #expect(nearestName(to: "sise", among: others.dropLast() + ["size"]) == "size")
    #expect(nearestName(to: "sise", among: others + ["size"]) == nil)
  }

  @Test("is none where too much differs", arguments: ["", "size", "length", "x", "tolerant"])
  func none(name: String) {
    #expect(nearestName(to: name, among: name == "size" ? ["size"] : names) == nil)
    #expect(nearestName(to: String(repeating: "a", count: 101), among: names) == nil)
  }
}
