/// Up to 32 bytes of text, which can be compared with other bytes in one step.
///
/// The code that compares them depends on the order of the properties.
struct BytePattern: Sendable {
  static var limit: Int { 32 }

  private let bytes: SIMD4<UInt64>
  private let mask: SIMD4<UInt64>

  /// Takes the first bytes of a window, at most ``limit``.
  init(_ count: Int, of window: SIMD4<UInt64>) {
    var mask = SIMD4<UInt64>()
    for index in mask.indices {
      let byteCount = min(max(count - 8 * index, 0), 8)
      // The shift gives 0 if there are no bytes.
      mask[index] = ~(UInt64.max << UInt64(8 * byteCount)).littleEndian
    }
    self.mask = mask
    bytes = window & mask
  }

  /// Takes the bytes of a text; nil if there are too many.
  init?(_ text: String) {
    guard text.utf8.count <= Self.limit else { return nil }
    var bytes = ContiguousArray(text.utf8)
    bytes.append(contentsOf: repeatElement(0, count: Self.limit - bytes.count))
    guard let window = ByteLoads(bytes.rawBytes).window(at: 0) else { return nil }
    self.init(text.utf8.count, of: window)
  }

  /// A pattern that no text matches.
  static var never: Self { Self(limit, of: SIMD4()) }
}
