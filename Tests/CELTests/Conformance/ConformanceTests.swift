import CEL
import TestSupport
import Testing

@Suite(
  "Conformance with the Common Expression Language",
  .enabled(if: SharedFiles.exists(ConformanceCase.path), "the conformance cases are not here")
)
struct ConformanceTests {
  private let cases: [String: ConformanceCase]

  init() throws {
    let all = try ConformanceCase.all()
    cases = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    try #require(cases.count == all.count)
  }

  @Test("every case is passed that is in the language")
  func passed() throws {
    let skipped = Set(try skippedIds)
    let remaining = cases.values.filter { !skipped.contains($0.id) }
    #expect(remaining.count > 400)
    for example in remaining {
      let result = example.run()
      #expect(example.isPassed(by: result), "\(example.id): \(example.source)")
    }
  }

  @Test("every other case is skipped for a reason that is true", arguments: SkippedCases.all)
  func skipped(group: SkippedCases) throws {
    for id in try group.ids(among: cases.keys) {
      let example = try #require(cases[id])
      let result = example.run()
      #expect(!example.isPassed(by: result), "\(id) is passed: \(example.source)")
      switch (result, group.error) {
      case (.outcome, nil): break
      case (.rejected(let error), .some(let text)):
        #expect(error.message.contains(text), "\(id): \(example.source)")
      default: Issue.record("\(id) is skipped for another reason than '\(group)': \(result)")
      }
    }
  }

  @Test("no case is skipped twice")
  func unique() throws {
    let ids = try skippedIds
    #expect(Set(ids).count == ids.count)
  }

  private var skippedIds: [String] {
    get throws { try SkippedCases.all.flatMap { try $0.ids(among: cases.keys) } }
  }
}
