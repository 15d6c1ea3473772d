import CEL
import TestSupport
import Testing

@Suite("The algebra of regions")
struct RegionAlgebraTests {
  private static let numbers = VariableID(index: 0)
  private static let texts = VariableID(index: 1)
  private static let flags = VariableID(index: 2)

  @Test(
    "takes from a region what is in another, and nothing else",
    arguments: [UInt64(1), 2, 3, 4]
  )
  func difference(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let left = Self.region(&generator)
      let right = Self.region(&generator)
      let difference = left.subtracting(right)
      let simplified = left.union(right).simplified
      #expect(difference.isExact && simplified.isExact)
      for point in Self.points {
        let binding = { (id: VariableID) in point[id.index] }
        #expect(
          difference.contains(binding) == (left.contains(binding) && !right.contains(binding)),
          "seed \(seed): \(left) without \(right) at \(point)"
        )
        #expect(
          simplified.contains(binding) == (left.contains(binding) || right.contains(binding)),
          "seed \(seed): \(left) and \(right) at \(point)"
        )
        #expect(
          left.intersection(right).contains(binding)
            == (left.contains(binding) && right.contains(binding))
        )
      }
    }
  }

  @Test("makes one box of two that differ in one variable, or of which one holds the other")
  func merging() {
    let low = Box([Self.numbers: Domain(.numbers(IntervalSet(0...3)))])
    let high = Box([Self.numbers: Domain(.numbers(IntervalSet(4...9)))])
    let inner = Box([
      Self.numbers: Domain(.numbers(IntervalSet(5...6))), Self.texts: Domain(.only([.string("a")])),
    ])
    let region = Region([low, inner, high]).simplified
    #expect(region.boxes == [Box([Self.numbers: Domain(.numbers(IntervalSet(0...9)))])])
  }

  @Test("takes nothing from a region for what may have more than it should")
  func inexact() throws {
    let environment = Environment([Variable("a", .int), Variable("b", .int)])
    let opaque = try Expression("a < b", in: environment).region
    let whole = try Expression("a > 3", in: environment).region
    #expect(whole.subtracting(opaque).boxes == whole.boxes)
    #expect(!whole.subtracting(opaque).isExact)
  }

  private static let points: [[Binding]] = {
    let numbers: [Binding] = [.absent] + (0...10).map { .value(.int($0)) }
    let texts: [Binding] = [.absent] + ["a", "b", "c"].map { .value(.string($0)) }
    let flags: [Binding] = [.value(.bool(false)), .value(.bool(true))]
    return numbers.flatMap { number in
      texts.flatMap { text in flags.map { [number, text, $0] } }
    }
  }()

  private static func region(_ generator: inout SplitMix64) -> Region {
    Region(
      (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        var box = Box.everything
        if Bool.random(using: &generator) {
          let low = Int64.random(in: 0...10, using: &generator)
          let high = Int64.random(in: low...10, using: &generator)
          box[numbers] = Domain(
            .numbers(IntervalSet(low...high)),
            allowsAbsence: Bool.random(using: &generator)
          )
        }
        if Bool.random(using: &generator) {
          let values = Set(
            ["a", "b"].filter { _ in Bool.random(using: &generator) }.map { Value.string($0) }
          )
          box[texts] = Domain(
            Bool.random(using: &generator) ? .only(values) : .except(values),
            allowsAbsence: Bool.random(using: &generator)
          )
        }
        if Bool.random(using: &generator) {
          box[flags] = Domain(.only([.bool(Bool.random(using: &generator))]))
        }
        return box
      }
    )
  }
}
