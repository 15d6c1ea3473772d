import Testing
import WinBackFormats

@Suite("Values in unusual forms, among usual lines")
struct UnusualValueTests {
  /// A history with a transaction that has these members, too.
  private static func line(_ members: String, product: String = "\"product\"") -> String {
    """
    {"customerId":"c","transactions":[{"productId":\(product),"purchaseDate":1704067200000,\
    "expiresDate":1706745600000,\(members)}]}
    """
  }

  /// Returns whether lines with an index are read as they are read without one.
  private func areReadExactly(_ lines: [String]) -> Bool {
    // Usual lines come before, so that keys are known, and after, so that a walk may begin.
    let usual = Array(repeating: Self.line("\"price\":0,\"offerType\":1,\"quantity\":1"), count: 3)
    let bytes = ContiguousArray((usual + lines + usual).joined(separator: "\n").utf8)
    return ReadLine.all(bytes) == ReadLine.all(bytes, isIndexed: false)
  }

  @Test(
    "are read as exact code reads them, or refused as it refuses them",
    arguments: [
      "\"price\":012", "\"price\":00", "\"price\":-0", "\"price\":1.5", "\"price\":12345678",
      "\"quantity\":01", "\"quantity\":1e2", "\"quantity\":-", "\"offerType\":04",
      "\"offerType\":4.0", "\"signedDate\":0704067200000", "\"signedDate\":17040672000001",
      "\"signedDate\":170406720000", "\"signedDate\":\"2024-01-01\"", "\"type\":\"Consumable",
      "\"type\":\"caf\u{E9}\"", "\"type\":\"\\u0041\"",
      "\"type\":\"abc\u{1},\"x\":1", "\"storefront\":\"USA\\\"",
    ]
  )
  func forms(_ members: String) {
    #expect(areReadExactly([Self.line(members)]))
  }

  @Test("are not taken for a longer one that begins in the same way")
  func longValues() {
    func escaped(_ text: String) -> String {
      let escapes = text.unicodeScalars.map { "\\u00" + String($0.value, radix: 16) }
      return "\"\(escapes.joined())\""
    }
    let lines = ["product", "producT", "product"].map {
      Self.line("\"price\":1", product: escaped($0))
    }
    #expect(areReadExactly(lines))
  }

  @Test("are checked where nobody reads them, whatever byte is missing or different")
  func faultsInside() {
    let value = #"{"a":[1,{"b":null,"c":-1.5e3},true],"d":"x\"y","e":{},"f":[[]],"g":"é"}"#
    let bytes = Array(value.utf8)
    let others = [nil] + Array("\"\\,:{}[] 0-.e".utf8).map { Optional($0) }
    let lines = bytes.indices.flatMap { index in
      others.map { other in
        let damaged = bytes[..<index] + (other.map { [$0] } ?? []) + bytes[(index + 1)...]
        return Self.line("\"unknown\":\(String(decoding: damaged, as: UTF8.self)),\"price\":1")
      }
    }
    #expect(areReadExactly(lines))
  }

  @Test("may nest as deep as anywhere")
  func depth() {
    for depth in 1...JSONScanner.depthLimit + 2 {
      let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      for key in ["commitmentInfo", "unknown"] {
        #expect(areReadExactly([Self.line("\"\(key)\":{\"a\":\(arrays)}")]), "\(key), \(depth)")
      }
    }
  }
}
