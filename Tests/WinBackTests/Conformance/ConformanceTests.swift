import CalendarTime
import Foundation
import Testing
import WinBack
import WinBackFormats

/// The answers of an independent program, held against the engine and against the second reading.
@Suite("Conformance")
struct ConformanceTests {
  @Test("the second reading gives every answer", arguments: ConformanceGroup.carried)
  func reference(group: ConformanceGroup) throws {
    try expectReferenceAnswers(of: group)
  }

  @Test("the engine gives every answer", arguments: ConformanceGroup.carried)
  func engine(group: ConformanceGroup) throws {
    try expectEngineAnswers(of: group)
  }

  @Test(
    "the second reading gives every answer of the whole data",
    .enabled(if: !ConformanceGroup.shared.isEmpty, "the shared data is absent"),
    arguments: ConformanceGroup.shared
  )
  func referenceOnAll(group: ConformanceGroup) throws {
    try expectReferenceAnswers(of: group)
  }

  @Test(
    "the engine gives every answer of the whole data",
    .enabled(if: !ConformanceGroup.shared.isEmpty, "the shared data is absent"),
    arguments: ConformanceGroup.shared
  )
  func engineOnAll(group: ConformanceGroup) throws {
    try expectEngineAnswers(of: group)
  }

  private func expectReferenceAnswers(of group: ConformanceGroup) throws {
    let decoder = JSONDecoder()
    let catalog = try decoder.decode(ConformanceCatalog.self, from: group.catalog()).catalog()
    for (json, expected) in zip(try group.histories(), try group.answers()) {
      let history = try decoder.decode(ConformanceHistory.self, from: json).history()
      let verdicts = try expected.asOf.keys.map { instant in
        try Reference.answers(for: history, in: catalog, asOf: Reference.instant(instant))
          .map { (instant, ConformanceAnswer.Verdicts($0)) }
      }
      let found = ConformanceAnswer(
        customerId: history.customerId,
        asOf: Dictionary(uniqueKeysWithValues: verdicts.joined()),
        windows: ConformanceAnswer.windows(
          of: try Reference.courses(for: history, in: catalog).joined()
        )
      )
      #expect(found == expected)
    }
  }

  private func expectEngineAnswers(of group: ConformanceGroup) throws {
    let engine = try EligibilityEngine(catalog: Catalog(json: group.catalog()), rules: .appStore())
    for (json, expected) in zip(try group.histories(), try group.answers()) {
      for instant in expected.asOf.keys {
        let now = Instant(milliseconds: Reference.instant(instant))
        let decision = try #require(
          try engine.decisions(json: json, asOf: now).first?.first
        )
        #expect(decision.customerId == expected.customerId)
        #expect(ConformanceAnswer.Verdicts(decision) == expected.asOf[instant])
        #expect(ConformanceAnswer.windows(of: decision.offers) == expected.windows)
      }
    }
  }
}
