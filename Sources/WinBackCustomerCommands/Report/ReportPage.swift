import WinBackCommandLine

/// A whole page: one file that needs no other and no network, and can be read without a script.
struct ReportPage {
  /// A section, and what the contents of the page say of it; they leave out one without a name.
  typealias Section = (id: String, name: String?, element: Markup)

  let title: String
  /// What the page is about, in a sentence.
  let lead: [Markup]
  let sections: [Section]
  let basis: DecisionBasis
  let notices: [String]
  /// What the page has besides the stylesheet of all pages.
  var stylesheet: PageResource?
  var script: PageResource?

  var text: String {
    var writer = MarkupWriter()
    writer.write(
      Markup("html", ["lang": "en", "xmlns": "http://www.w3.org/1999/xhtml"]) {
        head
        body
      }
    )
    return "<!DOCTYPE html>\n" + writer.text + "\n"
  }

  private var head: Markup {
    Markup("head") {
      Markup("meta", ["charset": "utf-8"])
      Markup("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
      Markup("meta", ["name": "color-scheme", "content": "light dark"])
      Markup("meta", ["name": "generator", "content": "winback \(Version.current)"])
      // The page is about customers: a browser that knows this policy fetches and sends nothing.
      Markup(
        "meta",
        [
          "http-equiv": "Content-Security-Policy",
          "content": "default-src 'none'; style-src 'unsafe-inline'"
            + (script.map { "; script-src \($0.policySource)" } ?? ""),
        ]
      )
      Markup("meta", ["name": "referrer", "content": "no-referrer"])
      Markup("meta", ["name": "robots", "content": "noindex"])
      Markup("title") { title }
      Markup("style") { Markup.resource(.stylesheet) }
      if let stylesheet { Markup("style") { Markup.resource(stylesheet) } }
    }
  }

  private var body: Markup {
    let contents = sections.filter { $0.name != nil }
    return Markup("body") {
      Patterns.definitions
      Markup("a", ["class": "skip", "href": "#main"]) { "Skip to the answer" }
      Markup("header") {
        Markup("h1") { title }
        Markup("p", ["class": "lead"]) { lead }
      }
      if contents.count > 1 {
        Markup("nav", ["aria-label": "Contents"]) {
          Markup("ul") {
            contents.map { entry in
              Markup("li") { Markup("a", ["href": "#\(entry.id)"]) { entry.name ?? "" } }
            }
          }
        }
      }
      Markup("main", ["id": "main"]) {
        // The answer comes first.
        sections.prefix(1).map(\.element)
        if !notices.isEmpty {
          Markup("section", ["class": "answer open", "aria-label": "About the input"]) {
            Markup("p", ["class": "sentence"]) { "About the input" }
            Markup("ul") { notices.map { notice in Markup("li") { notice } } }
          }
        }
        sections.dropFirst().map(\.element)
      }
      Markup("footer") { basis.sentences.map { sentence in Markup("p") { sentence } } }
      if let script { Markup("script") { Markup.resource(script) } }
    }
  }

  static func section(
    _ id: String,
    _ name: String,
    _ lead: String? = nil,
    @MarkupBuilder contents: () -> [Markup]
  ) -> Section {
    let element = Markup("section", ["id": id, "aria-labelledby": "\(id)-name"]) {
      Markup("h2", ["id": "\(id)-name"]) { name }
      if let lead { Markup("p") { lead } }
      contents()
    }
    return (id, name, element)
  }
}

/// By what a report was decided, for its last lines: rules, policies, and what nobody has validated.
struct DecisionBasis {
  private let sets: [(rules: RuleSet, values: [String])]
  private let now: Instant

  init(_ engine: EligibilityEngine, showing merchandiser: Merchandiser? = nil, asOf now: Instant) {
    let engines = [engine] + (merchandiser?.others ?? [])
    sets =
      engines.map { ($0.rules.ruleSet, $0.policies.values) }
      + (merchandiser.map { [($0.rules.ruleSet, $0.policies.values)] } ?? [])
    self.now = now
  }

  /// Returns the question that a page about customers answers.
  @MarkupBuilder
  func lead(whom: String) -> [Markup] {
    "Which win-back offers the App Store would let \(whom) redeem, as of "
    Markup("time", ["class": "date", "datetime": now.description]) { now.brief }
    ", and why."
  }

  var sentences: [String] {
    [
      "Made by winback \(Version.current) from the \(noun) \(sets.map(\.rules.name).joined(separator: ", ")), "
        + "as of \(now).", policies,
      "WinBack computes these answers from what Apple publishes; the App Store's can differ.",
    ]
  }

  private var noun: String { sets.count.noun("rule set") }

  private var policies: String {
    let changed = sets.flatMap { set in
      zip(set.rules.policies, set.values).filter { $0.value != $1 }.map { "\($0.name)=\($1)" }
    }
    return changed.isEmpty
      ? "All policies have the values of the \(noun)."
      : "Policies with other values than in the \(noun): \(changed.joined(separator: ", "))."
  }
}
