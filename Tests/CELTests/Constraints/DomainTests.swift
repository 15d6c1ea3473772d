import CEL
import Testing

@Suite("A domain")
struct DomainTests {
  private static let values: [Binding] = [
    .absent, .value(.string("a")), .value(.string("b")), .value(.string("c")),
  ]

  private static let domains: [Domain] =
    [.absence, .presence, .everything]
    + [Set(["a"]), ["a", "b"], []].flatMap { texts in
      let texts = Set(texts.map { Value.string($0) })
      return [
        Domain(.only(texts)), Domain(.except(texts)), Domain(.only(texts), allowsAbsence: true),
      ]
    }

  @Test("has what either of two has, what both have, or what it has not")
  func algebra() {
    for left in Self.domains {
      for value in Self.values {
        #expect(left.complement.contains(value) != left.contains(value))
        for right in Self.domains {
          let (isLeft, isRight) = (left.contains(value), right.contains(value))
          #expect(left.union(right).contains(value) == (isLeft || isRight))
          #expect(left.intersection(right).contains(value) == (isLeft && isRight))
        }
      }
    }
  }

  @Test("of numbers goes with one that is empty, and becomes that of all")
  func numbers() {
    let low = Domain(.numbers(IntervalSet(Int64.min...3)))
    let high = Domain(.numbers(IntervalSet(4...Int64.max)))
    let none = Domain(.only([]))
    #expect(low.union(high) == .presence)
    #expect(low.union(none) == low && none.union(low) == low)
    #expect(low.intersection(none).isEmpty && low.intersection(high).isEmpty)
    #expect(!low.contains(.value(.string("3"))) && !low.contains(.unknown))
  }
}
