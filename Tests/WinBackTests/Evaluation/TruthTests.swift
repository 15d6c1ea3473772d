import Testing
import WinBack

/// Kleene's logic of three values.
@Suite("Truth (R1)")
struct TruthTests {
  @Test(
    "both hold where each does, and fail where one does",
    arguments: Truth.allCases,
    Truth.allCases
  )
  func conjunction(lhs: Truth, rhs: Truth) {
    #expect((lhs && rhs) == [lhs, rhs].min { rank($0) < rank($1) })
    #expect([lhs, rhs].conjunction == (lhs && rhs))
  }

  @Test("one of two holds where one does", arguments: Truth.allCases, Truth.allCases)
  func disjunction(lhs: Truth, rhs: Truth) {
    #expect((lhs || rhs) == [lhs, rhs].max { rank($0) < rank($1) })
  }

  @Test("the contrary of what is not known is not known, either", arguments: Truth.allCases)
  func negation(truth: Truth) {
    #expect(!(!truth) == truth)
    #expect((!truth == truth) == (truth == .unknown))
  }

  @Test("what comes after a rule that fails is not asked")
  func shortCircuit() {
    var asked = 0
    let truths = [Truth.unknown, .fails, .holds].lazy.map { truth in
      asked += 1
      return truth
    }
    #expect(truths.conjunction == .fails)
    #expect(asked == 2)
  }

  private func rank(_ truth: Truth) -> Int {
    switch truth {
    case .fails: 0
    case .unknown: 1
    case .holds: 2
    }
  }
}
