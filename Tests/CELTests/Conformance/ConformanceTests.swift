import CEL
import Testing

@Suite("Conformance with the Common Expression Language")
struct ConformanceTests {
  @Test("dump")
  func dump() throws {
    for c in try ConformanceCase.all() {
      let r = c.run()
      if !c.isPassed(by: r) {
        print("FAIL\t\(c.id)\t\(c.source.prefix(80).debugDescription)\t\(r)".prefix(300))
      } else if case .rejected(let e) = r {
        print("PASSREJ\t\(c.id)\t\(c.source.prefix(80).debugDescription)\t\(e)")
      }
    }
  }
}
