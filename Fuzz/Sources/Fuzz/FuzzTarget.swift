/// Something that is given arbitrary bytes, and must neither crash, hang nor contradict itself.
struct FuzzTarget: Sendable {
  /// The name, which is also that of its folder of seeds.
  let name: String

  /// Tries one input.
  let run: @Sendable ([UInt8]) -> Void

  init(_ name: String, _ run: @escaping @Sendable ([UInt8]) -> Void) {
    self.name = name
    self.run = run
  }
}
