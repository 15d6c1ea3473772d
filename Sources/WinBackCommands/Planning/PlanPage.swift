import CEL
import WinBack
import WinBackAnalysis
import WinBackFormats

/// The page about a plan: what its text says, and sliders that show the audience of any setting.
///
/// Without its script it is readable; what needs the script is hidden then.
struct PlanPage {
  let result: PlanResult
  let plan: SettingPlan
  let basis: DecisionBasis
  let notices: [String]

  var text: String {
    let offer = result.offer
    var sections = [
      ReportPage.section(
        "setting",
        "The current offer",
        OfferTermsText(offer).text.capitalizedFirst + "."
      ) { setting }, ("trial", nil, trial),
      ReportPage.section(
        "steps",
        "One step of a criterion",
        "How many customers you gain or lose if you set one criterion a step looser or stricter, "
          + "with the others unchanged."
      ) { steps },
      ReportPage.section(
        "marginals",
        "Each criterion alone",
        "The audience for each value of one criterion, with the others unchanged."
      ) {
        Element("div", ["class": "marginals"]) { marginals }
      },
      ReportPage.section(
        "strictest",
        "The strictest settings for each audience",
        "For each tenth of the largest audience, a setting that reaches it: no other such setting "
          + "is at least as strict in all criteria. If there are several, it is the closest one to "
          + "the offer's setting."
      ) { strictest },
    ]
    if !result.storefronts.isEmpty {
      sections.append(
        ReportPage.section(
          "storefronts",
          "Storefronts",
          "The audience of the offer's setting in each."
        ) { result.storefrontTable.panel(caption: "The offer's setting in each storefront") }
      )
    }
    var page = ReportPage(
      title: "Plan of \(offer.key.offerId)",
      question: "",
      now: result.span.lowerBound,
      sections: sections,
      basis: basis,
      notices: notices
    )
    page.lead =
      "How many of \(result.customers.counted("customer")) each setting of the criteria reaches, "
      + "\(result.when), with everything else unchanged."
    page.stylesheet = .planStylesheet
    page.script = .planScript
    return page.text
  }

  // MARK: - Sliders

  /// What the script fills; nobody sees it without.
  private var trial: Element {
    Element("section", ["id": "trial", "aria-labelledby": "trial-name", "hidden": "hidden"]) {
      Element("h2", ["id": "trial-name"]) { "Try a setting" }
      Element("p") { "Move the sliders. All numbers are in this page, nothing is sent." }
      Element("div", ["class": "panel trial"]) {
        Element("div", ["class": "sliders"]) { Criterion.allCases.map(slider) }
        Element("div") {
          Element("label", ["for": "storefront"]) { "Storefront" }
          Element("select", ["id": "storefront"]) {
            Element("option", ["value": "0"]) { "all storefronts" }
            result.storefronts.enumerated().map { index, part in
              Element("option", ["value": "\(index + 1)"]) { part.name }
            }
          }
        }
        Element("div", ["class": "live", "role": "status", "aria-live": "polite"]) {
          Element("p", ["class": "eligible"]) {
            Element("span", ["id": "eligible"]) {}
            " eligible"
          }
          Element("p", ["id": "share"]) {}
          Element("p", ["id": "undetermined"]) {}
          Element("p", ["id": "difference"]) {}
        }
        Element("button", ["id": "reset", "type": "button"]) { "Back to the offer's setting" }
      }
      Element("div", ["class": "panel"]) {
        Element(
          "div",
          ["class": "scroll", "role": "region", "aria-labelledby": "heat-name", "tabindex": "0"]
        ) {
          Element("p", ["class": "hint"]) {
            "Scroll sideways to see all \(Criterion.paidDuration.count) columns."
          }
          Element("table", ["id": "heat", "class": "heat"]) {
            Element("caption", ["id": "heat-name"]) {
              "Eligible customers, by the months paid at least (across) and away at least (down)"
            }
            Element("thead") {}
            Element("tbody") {}
          }
        }
      }
      // Text of a template is not shown, and not run.
      Element("template", ["id": "numbers"]) { numbers }
    }
  }

  private func slider(_ criterion: Criterion) -> Element {
    Element("div") {
      Element("label", ["for": criterion.name]) { criterion.title }
      Element("output", ["id": "\(criterion.name)-value", "for": criterion.name]) {}
      Element(
        "input",
        [
          "id": criterion.name, "type": "range", "min": "0", "max": "\(criterion.count - 1)",
          "step": "1", "value": "0",
        ]
      )
    }
  }

  // MARK: - Tables

  @MarkupBuilder private var setting: [Markup] {
    let audience = plan.audiences[plan.current]
    let share = Percentage(audience.eligible, of: plan.audiences.largest)
    Element("dl", ["class": "answer"]) {
      Element.entry("setting") { plan.current.sentence }
      Element.entry("eligible") { audience.eligible.grouped }
      Element.entry("of the largest audience") { share.rounded }
      Element.entry("undetermined") { audience.undetermined.grouped }
      Element.entry("largest audience") { plan.audiences.largest.grouped }
    }
  }

  private var steps: Element {
    ResultTable(
      plan.steps,
      [
        .text("criterion, in months") { $0.criterion.title },
        .number("from") { plan.current.text(of: $0.criterion) },
        .number("to") { $0.setting.text(of: $0.criterion) },
        .number("customers") { step in
          (step.change < 0 ? "−" : step.change > 0 ? "+" : "") + abs(step.change).grouped
        },
        .number("median of their paid months") { $0.medianPaidMonths.map(String.init) ?? "" },
      ]
    ).panel(caption: "One step of a criterion")
  }

  private var marginals: [Element] {
    plan.marginals.map { marginal in
      ResultTable(
        marginal.settings,
        [
          .text("months") { setting in
            setting.text(of: marginal.criterion) + (setting == plan.current ? " (now)" : "")
          },
          .count("eligible") { plan.audiences[$0].eligible },
          .bars { .bar(Percentage(plan.audiences[$0].eligible, of: plan.audiences.largest)) },
          .count("undetermined") { plan.audiences[$0].undetermined },
        ]
      ).panel(caption: marginal.criterion.title)
    }
  }

  @MarkupBuilder private var strictest: [Markup] {
    let reaches = plan.reaches
    if reaches.isEmpty {
      Element("p", ["class": "panel"]) { "No setting reaches any customer." }
    } else {
      PlanCurve(reaches).figure(of: plan)
    }
  }

  /// The numbers, as the page's script reads them.
  ///
  /// Of each storefront there is what stands at the corners of settings, as differences: of a million
  /// customers these are a few thousand numbers, and adding them up gives every setting.
  private var numbers: String {
    var json = JSONWriter()
    json.object { json in
      json.objects("criteria", Criterion.allCases) { json, criterion in
        json.member("name", criterion.name)
        json.array("values") { json in
          // No wait is zero months here.
          for value in criterion.values { json.integer(Int64(value ?? 0)) }
        }
        json.member("current", result.current[index: criterion])
      }
      json.objects("parts", [result.all] + result.storefronts) { json, part in
        json.member("eligible", encoded(part.counts.eligible))
        json.member("undetermined", encoded(part.counts.undetermined))
      }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Returns cells and their numbers as Base64: the distance from the cell before, then the number, its
  /// sign in the lowest bit, each in groups of seven bits.
  private func encoded(_ corners: [Int32: Int]) -> String {
    var bytes: ContiguousArray<UInt8> = []
    var last: Int32 = 0
    for (cell, count) in corners.ordered(by: { $0.key < $1.key }) where count != 0 {
      bytes.append(number: UInt64(cell - last))
      bytes.append(number: UInt64(count.magnitude) << 1 | (count < 0 ? 1 : 0))
      last = cell
    }
    return bytes.base64
  }
}

/// How the strictest settings loosen as the audience grows: a line of steps for each criterion.
struct PlanCurve {
  private static let rowHeight = 88
  private static let curveHeight = 40
  private static let bottom = 20

  private let reaches: [SettingPlan.Reach]
  /// Of each audience, the setting that is closest to the offer's.
  private let settings: [Setting]

  init(_ reaches: [SettingPlan.Reach]) {
    self.reaches = reaches
    settings = reaches.compactMap(\.settings.first)
  }

  func figure(of plan: SettingPlan) -> Element {
    Figure(
      number: 1,
      title:
        "The strictest setting that reaches each part of the largest audience; a higher line is "
        + "less strict",
      summary: Criterion.allCases.map { "\($0.title): \(ends(of: $0))." }.joined(separator: " "),
      height: Criterion.allCases.count * Self.rowHeight + Self.bottom,
      showsTable: true
    ).element {
      for (row, criterion) in Criterion.allCases.enumerated() { line(of: criterion, at: row) }
      for (row, criterion) in Criterion.allCases.enumerated() {
        Element.labels(criterion.title, ends(of: criterion), at: row * Self.rowHeight + 18)
      }
      axis
    } table: {
      table(of: plan)
    }
  }

  private func ends(of criterion: Criterion) -> String {
    let first = settings.first?.text(of: criterion) ?? ""
    let last = settings.last?.text(of: criterion) ?? ""
    return "\(first) for 10 %, \(last) for all"
  }

  /// Returns a line that is the higher the looser the criterion is, stretched to the picture's width.
  private func line(of criterion: Criterion, at row: Int) -> [Element] {
    let top = row * Self.rowHeight + 42
    let steps = settings.enumerated().map { index, setting in
      let loose = Percentage(
        Double(setting[index: criterion]),
        of: Double(max(1, criterion.count - 1))
      )
      let y = Self.curveHeight * 1_000 - 1_000 - loose.thousandths * (Self.curveHeight - 3) / 100
      return (height: y.thousandths, end: "\((index + 1) * 100 / max(1, settings.count))")
    }
    let path = steps.enumerated().map { index, step in
      (index == 0 ? "M0 \(step.height)" : "V\(step.height)") + " H\(step.end)"
    }.joined(separator: " ")
    return [
      .curve(path, top: top, height: Self.curveHeight), .line("base", at: top + Self.curveHeight),
    ]
  }

  private var axis: [Element] {
    let y = "\(Criterion.allCases.count * Self.rowHeight + 14)"
    return [
      Element("text", ["x": "0", "y": y]) { "reaches 10 % of the largest audience" },
      Element("text", ["class": "scale", "x": "100%", "y": y]) { "reaches all of it" },
    ]
  }

  private func table(of plan: SettingPlan) -> Element {
    ResultTable(
      Array(zip(reaches, settings)),
      [
        .text("part of the largest audience") { "\($0.0.share) %" },
        .count("eligible") { plan.audiences[$0.1].eligible },
      ]
        + Criterion.allCases.map { criterion in
          .number(criterion.title) { $0.1.text(of: criterion) }
        }
        + [.count("other settings") { $0.0.settings.count - 1 }]
    ).element(caption: "The strictest settings for each audience")
  }
}

extension ContiguousArray<UInt8> {
  /// Appends a number in groups of seven bits, the lowest first; all but the last have the highest bit.
  fileprivate mutating func append(number: UInt64) {
    var rest = number
    while rest > 0x7F {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }
}
