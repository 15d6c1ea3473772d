import WinBackCommandLine

/// The page about a plan: what its text says, and sliders that show the audience of any setting.
///
/// Without its script it is readable; what needs the script is hidden then.
struct PlanPage {
  let result: PlanResult
  let plan: SettingPlan
  let basis: DecisionBasis
  let notices: [String]

  var text: String {
    var sections = [setting, ("trial", nil, trial), steps, marginals, strictest]
    if !result.storefronts.isEmpty { sections.append(storefronts) }
    let lead =
      "How many of \(result.customers.counted("customer")) each setting of the criteria reaches, "
      + "\(result.when), with everything else unchanged."
    return ReportPage(
      title: "Plan of \(result.offer.key.offerId)",
      lead: [.text(lead)],
      sections: sections,
      basis: basis,
      notices: notices,
      stylesheet: .planStylesheet,
      script: .planScript
    ).text
  }

  // MARK: - Sliders

  /// What the script fills; nobody sees it without.
  private var trial: Markup {
    Markup("section", ["id": "trial", "aria-labelledby": "trial-name", "hidden": "hidden"]) {
      Markup("h2", ["id": "trial-name"]) { "Try a setting" }
      Markup("p") { "Move the sliders. All numbers are in this page, nothing is sent." }
      Markup("div", ["class": "panel trial"]) {
        Markup("div", ["class": "sliders"]) { Criterion.allCases.map(slider) }
        Markup("div") {
          Markup("label", ["for": "storefront"]) { "Storefront" }
          Markup("select", ["id": "storefront"]) {
            Markup("option", ["value": "0"]) { "all storefronts" }
            result.storefronts.enumerated().map { index, part in
              Markup("option", ["value": "\(index + 1)"]) { part.key.name }
            }
          }
        }
        Markup("div", ["class": "live", "role": "status", "aria-live": "polite"]) {
          Markup("p", ["class": "eligible"]) {
            Markup("span", ["id": "eligible"]) {}
            " eligible"
          }
          Markup("p", ["id": "share"]) {}
          Markup("p", ["id": "undetermined"]) {}
          Markup("p", ["id": "difference"]) {}
        }
        Markup("button", ["id": "reset", "type": "button"]) { "Back to the offer's setting" }
      }
      Markup("div", ["class": "panel"]) {
        Markup(
          "div",
          ["class": "scroll", "role": "region", "aria-labelledby": "heat-name", "tabindex": "0"]
        ) {
          Markup("p", ["class": "hint"]) {
            "Scroll sideways to see all \(Criterion.paidDuration.count) columns."
          }
          Markup("table", ["id": "heat", "class": "heat"]) {
            Markup("caption", ["id": "heat-name"]) {
              "Eligible customers, by the months paid at least (across) and away at least (down)"
            }
            Markup("thead") {}
            Markup("tbody") {}
          }
        }
      }
      // Text of a template is not shown, and not run.
      Markup("template", ["id": "numbers"]) { numbers }
    }
  }

  private func slider(_ criterion: Criterion) -> Markup {
    Markup("div") {
      Markup("label", ["for": criterion.name]) { criterion.title }
      Markup("output", ["id": "\(criterion.name)-value", "for": criterion.name]) {}
      Markup(
        "input",
        [
          "id": criterion.name, "type": "range", "min": "0", "max": "\(criterion.count - 1)",
          "step": "1", "value": "0",
        ]
      )
    }
  }

  // MARK: - Sections

  private var setting: ReportPage.Section {
    let audience = plan.audiences[plan.current]
    let share = Percentage(audience.eligible, of: plan.audiences.largest)
    return ReportPage.section(
      "setting",
      "The current offer",
      result.offer.words.capitalizedFirst + "."
    ) {
      Markup("dl", ["class": "answer"]) {
        Markup.entry("setting") { plan.current.sentence }
        Markup.entry("eligible") { audience.eligible.grouped }
        Markup.entry("of the largest audience") { share.rounded }
        Markup.entry("undetermined") { audience.undetermined.grouped }
        Markup.entry("largest audience") { plan.audiences.largest.grouped }
      }
    }
  }

  private var steps: ReportPage.Section {
    ReportPage.section(
      "steps",
      "One step of a criterion",
      "How many customers you gain or lose if you set one criterion a step looser or stricter, "
        + "with the others unchanged."
    ) {
      ResultTable(
        [
          .text("criterion, in months"), .number("from"), .number("to"), .number("customers"),
          .number("median of their paid months"),
        ],
        plan.steps.map { step in
          let sign = step.change < 0 ? "−" : step.change > 0 ? "+" : ""
          return [
            .text(step.criterion.title), .text(plan.current.text(of: step.criterion)),
            .text(step.setting.text(of: step.criterion)), .text(sign + abs(step.change).grouped),
            .text(step.medianPaidMonths.map(String.init)),
          ]
        }
      ).panel(caption: "One step of a criterion")
    }
  }

  private var marginals: ReportPage.Section {
    ReportPage.section(
      "marginals",
      "Each criterion alone",
      "The audience for each value of one criterion, with the others unchanged."
    ) {
      Markup("div", ["class": "marginals"]) {
        plan.marginals.map { marginal in
          ResultTable(
            [.text("months"), .number("eligible"), .bars, .number("undetermined")],
            marginal.settings.map { setting in
              let audience = plan.audiences[setting]
              let months = setting.text(of: marginal.criterion)
              return [
                .text(months + (setting == plan.current ? " (now)" : "")),
                .count(audience.eligible),
                .bar(Percentage(audience.eligible, of: plan.audiences.largest)),
                .count(audience.undetermined),
              ]
            }
          ).panel(caption: marginal.criterion.title)
        }
      }
    }
  }

  private var strictest: ReportPage.Section {
    let reaches = plan.reaches
    return ReportPage.section(
      "strictest",
      "The strictest settings for each audience",
      "For each tenth of the largest audience, a setting that reaches it: no other such setting "
        + "is at least as strict in all criteria. If there are several, it is the closest one to "
        + "the offer's setting."
    ) {
      if reaches.isEmpty {
        Markup("p", ["class": "panel"]) { "No setting reaches any customer." }
      } else {
        PlanCurve(reaches: reaches).figure(of: plan)
      }
    }
  }

  private var storefronts: ReportPage.Section {
    ReportPage.section(
      "storefronts",
      "Storefronts",
      "The audience of the offer's setting in each."
    ) { result.storefrontTable.panel(caption: "The offer's setting in each storefront") }
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
      json.objects("parts", [result.all] + result.storefronts.map(\.value)) { json, counts in
        json.member("eligible", encoded(counts.eligible))
        json.member("undetermined", encoded(counts.undetermined))
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

  let reaches: [SettingPlan.Reach]

  /// Of each audience, the setting that is closest to the offer's.
  private var settings: [Setting] { reaches.compactMap(\.settings.first) }

  func figure(of plan: SettingPlan) -> Markup {
    Markup.figure(
      1,
      title:
        "The strictest setting that reaches each part of the largest audience; a higher line is "
        + "less strict",
      summary: Criterion.allCases.map { "\($0.title): \(ends(of: $0))." }.joined(separator: " "),
      height: Criterion.allCases.count * Self.rowHeight + Self.bottom,
      showsTable: true
    ) {
      for (row, criterion) in Criterion.allCases.enumerated() { line(of: criterion, at: row) }
      for (row, criterion) in Criterion.allCases.enumerated() {
        Markup.labels(criterion.title, ends(of: criterion), at: row * Self.rowHeight + 18)
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
  private func line(of criterion: Criterion, at row: Int) -> [Markup] {
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
      "\(index == 0 ? "M0 " : "V")\(step.height) H\(step.end)"
    }.joined(separator: " ")
    return [
      .curve(path, top: top, height: Self.curveHeight), .line("base", at: top + Self.curveHeight),
    ]
  }

  private var axis: [Markup] {
    let y = Criterion.allCases.count * Self.rowHeight + 14
    return [
      .words(nil, x: "0", y: y, "reaches 10 % of the largest audience"),
      .words("scale", x: "100%", y: y, "reaches all of it"),
    ]
  }

  private func table(of plan: SettingPlan) -> Markup {
    ResultTable(
      [.text("part of the largest audience"), .number("eligible")]
        + Criterion.allCases.map { .number($0.title) } + [.number("other settings")],
      zip(reaches, settings).map { reach, setting in
        [.text("\(reach.share) %"), .count(plan.audiences[setting].eligible)]
          + Criterion.allCases.map { .text(setting.text(of: $0)) }
          + [.count(reach.settings.count - 1)]
      }
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
