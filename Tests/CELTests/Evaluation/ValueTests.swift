import CEL
import CalendarTime
import Testing

@Suite("A value")
struct ValueTests {
  private static let values: [Value] = [
    .bool(true), .bool(false), .int(1), .int(0), .double(1), .double(0), .string("1"), .string(""),
    .timestamp(Instant(milliseconds: 1)), .duration(milliseconds: 1), .list([.int(1)]), .list([]),
    .list([.string("1")]), .null,
  ]

  @Test("is the same as another where type and content are, and is found by it")
  func equality() {
    let positions = Dictionary(uniqueKeysWithValues: zip(Self.values, Self.values.indices))
    for (index, value) in Self.values.enumerated() {
      #expect(positions[value] == index)
      #expect(Self.values.firstIndex(of: value) == index)
    }
  }
}
