import CalendarTime
import Foundation
import TestSupport
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
    .enabled(if: TestBuild.isOptimized, "an optimized build asks for the whole data"),
    arguments: ConformanceGroup.shared
  )
  func referenceOnAll(group: ConformanceGroup) throws {
    try expectReferenceAnswers(of: group)
  }

  @Test(
    "the engine gives every answer of the whole data",
    .enabled(if: !ConformanceGroup.shared.isEmpty, "the shared data is absent"),
    .enabled(if: TestBuild.isOptimized, "an optimized build asks for the whole data"),
    arguments: ConformanceGroup.shared
  )
  func engineOnAll(group: ConformanceGroup) throws {
    try expectEngineAnswers(of: group)
  }

  private func expectReferenceAnswers(of group: ConformanceGroup) throws {
    let decoder = JSONDecoder()
    let catalog = try decoder.decode(ConformanceCatalog.self, from: group.catalog()).catalog()
    let answers = try group.answers()
    for json in try group.histories() {
      let history = try decoder.decode(ConformanceHistory.self, from: json).history()
      // The data has no answers of customers without transactions.
      guard let groups = answers[history.customerId] else { continue }
      let courses = try Reference.courses(for: history, in: catalog)
      #expect(courses.count == groups.count, "\(history.customerId)")
      for (place, expected) in groups.enumerated() where place < courses.count {
        let verdicts = try expected.asOf.keys.map { instant in
          let answers = try Reference.answers(
            for: history,
            in: catalog,
            asOf: Reference.instant(instant)
          )
          return (instant, ConformanceAnswer.Verdicts(answers[place]))
        }
        let found = ConformanceAnswer(
          customerId: history.customerId,
          subscriptionGroupIdentifier: expected.subscriptionGroupIdentifier,
          asOf: Dictionary(uniqueKeysWithValues: verdicts),
          windows: ConformanceAnswer.windows(of: courses[place])
        )
        #expect(found == expected)
      }
    }
  }

  private func expectEngineAnswers(of group: ConformanceGroup) throws {
    let engine = try EligibilityEngine(catalog: Catalog(json: group.catalog()), rules: .appStore())
    let answers = try group.answers()
    let decoder = JSONDecoder()
    for (number, json) in try group.histories().enumerated() {
      let customer = try decoder.decode(ConformanceHistory.self, from: json).customerId
      guard let groups = answers[customer] else { continue }
      // A decision takes long in a build that is not optimized: there each is at every second instant.
      let instants = Set(groups.flatMap(\.asOf.keys)).sorted()
      for (place, instant) in instants.enumerated()
      where TestBuild.isOptimized || (number + place) % 2 == 0 {
        let now = Instant(milliseconds: Reference.instant(instant))
        let decisions = try #require(try engine.decisions(json: json, asOf: now).first)
        #expect(decisions.count == groups.count)
        for (decision, expected) in zip(decisions, groups) {
          #expect(decision.customerId == expected.customerId)
          if let group = expected.subscriptionGroupIdentifier {
            #expect(decision.subscriptionGroupIdentifier == group)
          }
          #expect(ConformanceAnswer.Verdicts(decision) == expected.asOf[instant])
          #expect(ConformanceAnswer.windows(of: decision.offers) == expected.windows)
        }
      }
    }
  }
}
