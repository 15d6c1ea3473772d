import WinBack
import WinBackFormats

/// The page about a plan: what its text says, and sliders that show the audience of any setting.
///
/// Without its script it is readable; what needs the script is hidden then.
struct PlanPage {
  private let result: PlanResult
  private let plan: SettingPlan
  private let names: CatalogNames
  private let basis: DecisionBasis
  private let notices: [String]

  init(
    _ result: PlanResult,
    _ names: CatalogNames,
    basis: DecisionBasis,
    notices: [String]
  ) {
    self.result = result
    plan = result.plan(of: result.all)
    self.names = names
    self.basis = basis
    self.notices = notices
  }

  /// The page as text.
  var text: String {
    let offer = result.offer.offer
    var sections = [
      ReportPage.section(
        "setting",
        "The current offer",
        OfferTermsText(offer).text.capitalizedFirst + "."
      ) { setting },
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
        ) {
          storefronts
        }
      )
    }
    var page = ReportPage(
      title: "Plan of \(offer.offerId)",
      question: "",
      now: result.span.lowerBound,
      contents: sections.map { ($0.id, $0.name) },
      basis: basis,
      notices: notices
    )
    page.lead =
      "How many of \(result.customers.counted("customer")) each setting of the criteria reaches, "
      + "\(result.when), with everything else unchanged."
    page.resources = ReportPage.Resources(stylesheet: .planStylesheet, script: .planScript)
    return page.text {
      sections[0].element
      trial
      sections.dropFirst().map(\.element)
    }
  }

  // MARK: - Sliders

  /// What the script fills; nobody sees it without.
  private var trial: Element {
    Element("section", ["id": "trial", "aria-labelledby": "trial-name", "hidden": "hidden"]) {
      Element("h2", ["id": "trial-name"]) { "Try a setting" }
      Element("p") { "Move the sliders. All numbers are in this page, nothing is sent." }
      Element("div", ["class": "panel trial"]) {
        Element("div", ["class": "sliders"]) { Criterion.allCases.map(slider) }
        storefrontChoice
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
          [
            "class": "scroll", "role": "region", "aria-labelledby": "heat-name", "tabindex": "0",
          ]
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
      Element("template", ["id": "numbers"]) { PlanNumbers.json(of: result) }
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

  private var storefrontChoice: Element {
    Element("div") {
      Element("label", ["for": "storefront"]) { "Storefront" }
      Element("select", ["id": "storefront"]) {
        Element("option", ["value": "0"]) { "all storefronts" }
        result.storefronts.enumerated().map { index, part in
          Element("option", ["value": "\(index + 1)"]) { part.name }
        }
      }
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

  @MarkupBuilder private var steps: [Markup] {
    Element("div", ["class": "panel"]) {
      PageTable(
        caption: "One step of a criterion",
        columns: [
          .init("criterion, in months"), .number("from"), .number("to"), .number("customers"),
          .number("median of their paid months"),
        ],
        rows: plan.steps.map { step in
          [
            step.criterion.title, plan.current.text(of: step.criterion),
            step.setting.text(of: step.criterion), step.change.signed,
            step.medianPaidMonths.map(String.init) ?? "",
          ]
        }
      ).element
    }
  }

  private var marginals: [Element] {
    plan.marginals.map { marginal in
      Element("div", ["class": "panel"]) {
        PageTable(
          caption: marginal.criterion.title,
          columns: [
            .init("months"), .number("eligible"), .bars, .number("undetermined"),
          ],
          cells: marginal.settings.map { setting in
            let audience = plan.audiences[setting]
            let name = setting.text(of: marginal.criterion)
            return [
              .text(setting == plan.current ? "\(name) (now)" : name),
              .text(audience.eligible.grouped),
              .bar(Percentage(audience.eligible, of: plan.audiences.largest)),
              .text(audience.undetermined.grouped),
            ]
          }
        ).element
      }
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

  @MarkupBuilder private var storefronts: [Markup] {
    Element("div", ["class": "panel"]) {
      PageTable(
        caption: "The offer's setting in each storefront",
        columns: [
          .init("storefront"), .number("eligible"), .number("undetermined"), .number("largest"),
        ],
        rows: result.storefronts.map { part in
          let plan = result.plan(of: part)
          let audience = plan.audiences[plan.current]
          return [
            part.name, audience.eligible.grouped, audience.undetermined.grouped,
            plan.audiences.largest.grouped,
          ]
        }
      ).element
    }
  }
}

extension Int {
  /// The number with its sign.
  fileprivate var signed: String { (self < 0 ? "−" : self > 0 ? "+" : "") + abs(self).grouped }
}
