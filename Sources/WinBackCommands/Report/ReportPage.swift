import CalendarTime
import WinBack
import WinBackFormats

/// A whole page: one file that needs no other and no network, and can be read without a script.
struct ReportPage {
  /// A section, and what the contents of the page say of it; they leave out one without a name.
  typealias Section = (id: String, name: String?, element: Element)

  let title: String
  let question: String
  let now: Instant
  let sections: [Section]
  let basis: DecisionBasis
  let notices: [String]
  /// What the page is about, in a sentence instead of the question; nil to ask it.
  var lead: String?
  /// What the page has besides the stylesheet of all pages.
  var stylesheet: PageResource?
  var script: PageResource?

  var text: String {
    var writer = MarkupWriter()
    writer.write(
      .element(
        Element("html", ["lang": "en", "xmlns": "http://www.w3.org/1999/xhtml"]) {
          head
          body
        }
      )
    )
    return "<!DOCTYPE html>\n" + writer.text + "\n"
  }

  private var head: Element {
    Element("head") {
      Element("meta", ["charset": "utf-8"])
      Element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
      Element("meta", ["name": "color-scheme", "content": "light dark"])
      Element("meta", ["name": "generator", "content": "winback \(Version.current)"])
      // The page is about customers: a browser that knows this policy fetches and sends nothing.
      Element(
        "meta",
        [
          "http-equiv": "Content-Security-Policy",
          "content": "default-src 'none'; style-src 'unsafe-inline'"
            + (script.map { "; script-src \($0.policySource)" } ?? ""),
        ]
      )
      Element("meta", ["name": "referrer", "content": "no-referrer"])
      Element("meta", ["name": "robots", "content": "noindex"])
      Element("title") { title }
      Element("style") { Markup.resource(.stylesheet) }
      if let stylesheet { Element("style") { Markup.resource(stylesheet) } }
    }
  }

  private var body: Element {
    let contents = sections.filter { $0.name != nil }
    return Element("body") {
      Patterns.definitions
      Element("a", ["class": "skip", "href": "#main"]) { "Skip to the answer" }
      Element("header") {
        Element("h1") { title }
        Element("p", ["class": "lead"]) {
          if let lead {
            lead
          } else {
            question + ", as of "
            Element("time", ["class": "date", "datetime": now.description]) { now.brief }
            ", and why."
          }
        }
      }
      if contents.count > 1 {
        Element("nav", ["aria-label": "Contents"]) {
          Element("ul") {
            contents.map { entry in
              Element("li") { Element("a", ["href": "#\(entry.id)"]) { entry.name ?? "" } }
            }
          }
        }
      }
      Element("main", ["id": "main"]) {
        // The answer comes first.
        sections.prefix(1).map(\.element)
        if !notices.isEmpty {
          Element("section", ["class": "answer open", "aria-label": "About the input"]) {
            Element("p", ["class": "sentence"]) { "About the input" }
            Element("ul") { notices.map { notice in Element("li") { notice } } }
          }
        }
        sections.dropFirst().map(\.element)
      }
      Element("footer") { basis.sentences.map { sentence in Element("p") { sentence } } }
      if let script { Element("script") { Markup.resource(script) } }
    }
  }

  static func section(
    _ id: String,
    _ name: String,
    _ lead: String? = nil,
    @MarkupBuilder contents: () -> [Markup]
  ) -> Section {
    let element = Element("section", ["id": id, "aria-labelledby": "\(id)-name"]) {
      Element("h2", ["id": "\(id)-name"]) { name }
      if let lead { Element("p") { lead } }
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
    var sets = [(rules: engine.rules.ruleSet, values: engine.policies.values)]
    if let merchandiser {
      let introductory = merchandiser.introductory
      sets += [
        (rules: introductory.rules.ruleSet, values: introductory.policies.values),
        (rules: merchandiser.rules.ruleSet, values: merchandiser.policies.values),
      ]
    }
    self.sets = sets
    self.now = now
  }

  var sentences: [String] {
    [
      "Made by winback \(Version.current) from the \(noun) \(sets.map(\.rules.name).joined(separator: ", ")), "
        + "as of \(now).", policies,
      "WinBack computes these answers from what Apple publishes; the App Store's can differ.",
    ]
  }

  private var noun: String { sets.count == 1 ? "rule set" : "rule sets" }

  private var policies: String {
    let changed = sets.flatMap { set in
      zip(set.rules.policies, set.values).filter { $0.value != $1 }
    }
    guard !changed.isEmpty else { return "All policies have the values of the \(noun)." }
    return "Policies with other values than in the \(noun): "
      + changed.map { "\($0.name)=\($1)" }.joined(separator: ", ") + "."
  }
}
