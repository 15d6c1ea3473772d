import Foundation
import Testing
import WinBackFiles

/// What holds for every page, whatever it is about.
@Suite("A report page")
struct ReportStructureTests {
  /// Every kind of customer, and a cohort.
  static let runs: [CommandRun] =
    EvaluateSnapshotTests.customers.map { ReportSamples.report("\($0.name).json", asOf: $0.asOf) }
    + [
      ReportSamples.report("two-customers.jsonl", asOf: "2024-08-01"),
      ReportSamples.report("two-customers.jsonl", asOf: "2024-08-01", ["--by", "month"]),
      ReportSamples.report(input: "{\"customerId\":\"a\",\"transactions\":[]}\n\n"),
    ]

  @Test("is well-formed, in XML's strict sense", arguments: runs)
  func wellFormed(run: CommandRun) throws {
    #expect(run.status == .done)
    #expect(run.output.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\""))
    #expect(try run.page().name == "html")
  }

  @Test("gives each id once, and refers to none that is missing", arguments: runs)
  func references(run: CommandRun) throws {
    let all = try run.page().all
    let ids = all.compactMap { $0.attributes["id"] }
    #expect(Set(ids).count == ids.count)
    for name in ["aria-labelledby", "aria-describedby", "href"] {
      for reference in all.compactMap({ $0.attributes[name] }) {
        #expect(name != "href" || reference.hasPrefix("#"))
        #expect(ids.contains(reference.replacing("#", with: "")), "\(name) \(reference)")
      }
    }
    let style = all.first { $0.name == "style" }?.text ?? ""
    for reference in style.matches(of: /url\(#([a-z-]+)\)/) {
      #expect(ids.contains(String(reference.1)))
    }
  }

  @Test("asks for nothing: no script, no picture, no link out of it", arguments: runs)
  func selfContained(run: CommandRun) throws {
    let page = try run.page()
    let names = Set(page.all.map(\.name))
    #expect(
      names.isDisjoint(with: ["script", "img", "link", "iframe", "object", "embed", "form", "base"])
    )
    for element in page.all {
      for (name, value) in element.attributes {
        #expect(!name.hasPrefix("on") && name != "src" && name != "style", "\(element.name)")
        #expect(name == "xmlns" || !value.contains("http://"), "\(element.name) \(name)")
      }
    }
    let style = page.elements("style").first?.text ?? ""
    #expect(!style.contains("@import") && !style.contains("http"))
    let policy = page.elements("meta").first { $0.attributes["http-equiv"] != nil }
    #expect(policy?.attributes["content"] == "default-src 'none'; style-src 'unsafe-inline'")
  }

  @Test(
    "can be used without eyes: landmarks, headings, captions, words for pictures",
    arguments: runs
  )
  func accessible(run: CommandRun) throws {
    let page = try run.page()
    for name in ["h1", "main", "header", "footer", "title"] where name != "title" {
      #expect(page.elements(name).count == 1, "\(name)")
    }
    let levels = page.all.compactMap { element in
      element.name.wholeMatch(of: /h([1-6])/).flatMap { Int($0.1) }
    }
    for (level, next) in zip(levels, levels.dropFirst()) { #expect(next <= level + 1) }
    for figure in page.elements("figure") {
      #expect(figure.elements("figcaption").count == 1 && !figure.elements("table").isEmpty)
      let picture = figure.children.first { $0.name == "svg" }
      #expect(picture?.attributes["role"] == "img")
      #expect(picture?.children.prefix(2).map(\.name) == ["title", "desc"])
    }
    for table in page.elements("table") {
      #expect(table.elements("caption").count == 1)
      #expect(
        table.elements("thead").flatMap { $0.elements("th") }.allSatisfy {
          $0.attributes["scope"] == "col"
        }
      )
      for row in table.elements("tbody").flatMap(\.children) {
        #expect(row.elements("th").count == 1)
      }
    }
  }

  @Test("is the same for the same input, whatever the clock says")
  func deterministic() throws {
    let arguments = [
      "report", Samples.path("alice.json"), "--catalog", Samples.path("catalog.json"), "--as-of",
      "2024-12-20",
    ]
    let now = CommandRun(arguments, on: InMemoryConsole(now: .init(milliseconds: 0)))
    let later = CommandRun(arguments, on: InMemoryConsole(now: .init(milliseconds: 1 << 40)))
    #expect(now == later)
    let lines = try ScoreSamples.customers().split(separator: "\n")
    let forward = ReportSamples.report(input: lines.joined(separator: "\n"), ["--by", "month"])
    let backward = ReportSamples.report(
      input: lines.reversed().joined(separator: "\n"),
      ["--by", "month"]
    )
    #expect(forward == backward)
  }

  @Test("takes hostile names for what they are: text")
  func hostileNames() throws {
    let name = #"<script>alert('1')</script>" onload="x" &amp; ]]> --> </style> \u0000\u202e\uffff"#
    let history = try Samples.text("alice.json")
      .replacing("\"alice\"", with: "\"\(name.replacing("\"", with: "\\\""))\"")
    let catalog = try Samples.text("catalog.json")
      .replacing("basic_1m_free", with: "<b>&quot;'</b>")
    let directory = TemporaryDirectory()
    try directory.write(catalog, to: "catalog.json")
    let path = directory.path("catalog.json")
    for arguments in [[], ["--by", "month"]] {
      let run = ReportSamples.report(
        input: history.split(separator: "\n").joined(),
        catalog: path,
        arguments
      )
      #expect(run.status == .done)
      let page = try run.page()
      #expect(page.elements("script").isEmpty && page.elements("b").isEmpty)
      #expect(page.text.contains("<b>&quot;'</b>"))
    }
    let run = ReportSamples.report(input: history.split(separator: "\n").joined(), catalog: path)
    let title = try run.page().elements("h1").first?.text
    #expect(
      title
        == #"Win-back offers of <script>alert('1')</script>" onload="x" &amp; ]]> --> </style> "#
        + "\\u{0}\\u{202E}\u{FFFD}"
    )
  }
}
