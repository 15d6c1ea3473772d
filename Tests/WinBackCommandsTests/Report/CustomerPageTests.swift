import Testing

@Suite("The page about a customer")
struct CustomerPageTests {
  @Test(
    "looks as it was recorded",
    arguments: [("alice", "2024-12-20"), ("in-billing-retry", "2024-05-20")]
  )
  func snapshot(name: String, asOf: String) throws {
    let run = ReportSamples.report("\(name).json", asOf: asOf)
    try expectSnapshot(run.output, "\(name)-\(asOf).html")
  }

  @Test(
    "says what evaluate says: every rule, every window",
    arguments: EvaluateSnapshotTests.customers.filter { $0.name != "several-groups" }
  )
  func agrees(name: String, asOf: String) throws {
    let page = try ReportSamples.report("\(name).json", asOf: asOf).page()
    let json = Samples.evaluate("\(name).json", asOf: asOf, ["--json"]).output
    // One decision is laid out for people, several are a line each.
    let decisions =
      try json.hasPrefix("{\n")
      ? [json.decoded(as: EvaluatedLine.self)] : json.decodedLines(as: EvaluatedLine.self)
    for offer in decisions.flatMap(\.offers) {
      let holding = page.table("Rules of \(offer.offerId) that hold") ?? []
      #expect(holding.map { $0[1] } == offer.rules.filter { $0.outcome == true }.map(\.title))
      let others = page.table("Rules of \(offer.offerId) that do not hold") ?? []
      let expected = offer.rules.filter { $0.outcome != true }
      #expect(others.map { $0[1] } == expected.map(\.title))
      #expect(
        others.map { $0[0] } == expected.map { $0.outcome == nil ? "? not known" : "✗ fails" }
      )
      let windows = page.table("Windows")?.filter { $0[0] == offer.offerId } ?? []
      let open = (offer.undeterminedWindows ?? []).map { ("not decided", $0) }
      #expect(
        windows.map { Array($0.dropFirst()) }
          == (offer.windows.map { ("eligible", $0) } + open).map { verdict, window in
            [verdict, window.from, window.through ?? "without end"]
          }
      )
    }
  }

  @Test("has a section for each timeline, of one customer or of several")
  func severalTimelines() throws {
    let groups = try ReportSamples.report("several-groups.json", asOf: "2024-08-01").page()
    #expect(groups.elements("h2").count == groups.elements("nav").first?.elements("li").count)
    #expect(groups.elements("h2").allSatisfy { $0.text.contains(", group ") })
    let customers = try ReportSamples.report("two-customers.jsonl", asOf: "2024-08-01").page()
    #expect(customers.elements("h1").first?.text == "Win-back offers")
    #expect(customers.elements("h2").count == 2)
  }

  @Test("tells grace and billing retry, as the renewal information has them (F4)")
  func recoveries() throws {
    let grace = try ReportSamples.report("in-grace-period.json", asOf: "2024-05-10").page()
    let kinds = grace.table("Service")?.suffix(2).map { $0[2] }
    #expect(kinds == ["grace period", "billing retry"])
    let retry = try ReportSamples.report("in-billing-retry.json", asOf: "2024-05-20").page()
    #expect(
      retry.table("Service")?.last?.prefix(3) == ["1 May 2024", "30 June 2024", "billing retry"]
    )
    // Replaying an instant before the last purchase, nothing was known of it (F3).
    let before = try ReportSamples.report("in-billing-retry.json", asOf: "2024-01-20").page()
    #expect(before.table("Service")?.last?[2] == "paid")
  }
}
