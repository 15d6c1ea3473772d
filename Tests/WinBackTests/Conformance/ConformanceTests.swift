import Foundation
import TestSupport
import Testing
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
    for (number, json) in try group.histories().enumerated()
    where TestBuild.isOptimized || number % 4 == 0 {
      let history = try decoder.decode(ConformanceHistory.self, from: json).history()
      // The data has no answers of customers without transactions.
      guard let groups = answers[history.customerId] else { continue }
      let courses = try Reference.courses(for: history, in: catalog)
      #expect(courses.count == groups.count, "\(history.customerId)")
      let asked = Set(groups.flatMap(\.asOf.keys)).map { instant in
        (instant, Reference.instant(instant))
      }
      let answers = Dictionary(
        uniqueKeysWithValues: try asked.map { instant, now in
          (instant, try Reference.answers(for: history, in: catalog, asOf: now))
        }
      )
      for (place, expected) in groups.enumerated() where place < courses.count {
        let verdicts = expected.asOf.keys.compactMap { instant in
          answers[instant].map { (instant, ConformanceAnswer.Verdicts($0[place])) }
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
    for (number, json) in try group.histories().enumerated() {
      let history = try #require(HistoryInput(reading: json, as: .native).histories.first)
      guard let groups = answers[history.customerId] else { continue }
      let timelines = try engine.groups(of: history)
      #expect(timelines.count == groups.count)
      let instants = Set(groups.flatMap(\.asOf.keys)).sorted()
      for (place, instant) in instants.enumerated() {
        let now = Instant(milliseconds: Reference.instant(instant))
        for (timeline, expected) in zip(timelines, groups) {
          let snapshot = timeline.snapshot(asOf: now)
          let verdicts = ConformanceAnswer.Verdicts(engine.evaluations(of: snapshot), snapshot)
          #expect(verdicts == expected.asOf[instant])
        }
        // Reasons and windows take long in a build that is not optimized: one instant of each customer.
        guard TestBuild.isOptimized || number % instants.count == place else { continue }
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
