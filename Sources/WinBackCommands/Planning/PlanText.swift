import CEL
import WinBack
import WinBackAnalysis
import WinBackFormats

extension TextPage {
  func text(of result: PlanResult) -> String {
    let plan = result.plan(of: result.all)
    let reaches = plan.reaches
    let title =
      style.bold(result.offer.key.offerId.printable)
      + " on \(result.offer.subscription.productId.printable), \(result.when)\n"
    let sections = [
      title + summary(of: plan, reaches, result),
      style.bold("One step of a criterion") + "\n" + steps(of: plan),
      style.bold("Each criterion alone") + ", * is the current setting\n" + marginals(of: plan),
      cheapest(reaches, of: plan), storefronts(of: result),
    ]
    return sections.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func summary(
    of plan: SettingPlan,
    _ reaches: [SettingPlan.Reach],
    _ result: PlanResult
  ) -> String {
    var list = DefinitionList()
    let audience = plan.audiences[plan.current]
    let share = Percentage(audience.eligible, of: plan.audiences.largest)
    list.append("setting", plan.current.words)
    list.append(
      "eligible",
      "\(audience.eligible.grouped) of \(result.customers.counted("customer")), \(share.rounded) of the "
        + "largest audience"
    )
    if audience.undetermined > 0 {
      list.append("undetermined", "\(audience.undetermined.grouped), because a fact is not known")
    }
    if let last = reaches.last, let setting = last.settings.first {
      list.append("largest", "\(last.audience.grouped), reached by \(setting.words)")
    }
    return list.rendered(width: width)
  }

  private func steps(of plan: SettingPlan) -> String {
    plan.steps.map { "  \($0.words(from: plan.current))\n" }.joined()
  }

  private func marginals(of plan: SettingPlan) -> String {
    let marginals = plan.marginals
    var rows: [[String]] = []
    var values = Set(
      marginals.flatMap { marginal in marginal.settings.map { $0[marginal.criterion] } }
    )
    values.remove(nil)
    for value in values.compactMap(\.self).ordered() + [nil] {
      let cells = marginals.map { marginal in
        guard let setting = marginal.settings.first(where: { $0[marginal.criterion] == value })
        else { return "" }
        let text = plan.audiences[setting].eligible.grouped
        return setting == plan.current ? style.bold("* \(text)") : text
      }
      guard cells.contains(where: { !$0.isEmpty }) else { continue }
      rows.append([value.map(String.init) ?? "none"] + cells)
    }
    let titles = ["months"] + Criterion.allCases.map(\.words)
    return ResultTable(titles, numbers: Set(titles.indices), rows).text(style: style)
  }

  private func cheapest(_ reaches: [SettingPlan.Reach], of plan: SettingPlan) -> String {
    guard !reaches.isEmpty else { return "no setting reaches any customer\n" }
    let rows = reaches.enumerated().compactMap { index, reach in
      // Of several parts that the same settings reach, the largest says enough.
      index + 1 == reaches.count || reaches[index + 1].settings != reach.settings
        ? reach.settings.first.map { (reach: reach, setting: $0) } : nil
    }
    let table = ResultTable(
      rows,
      [
        .number("of the largest") { "\($0.reach.share) %" },
        .count("eligible") { plan.audiences[$0.setting].eligible },
        .text("strictest setting, the closest") { $0.setting.words },
        .count("others") { $0.reach.settings.count - 1 },
      ]
    )
    return style.bold("The strictest settings for each audience") + "\n" + table.text(style: style)
  }

  private func storefronts(of result: PlanResult) -> String {
    result.storefronts.isEmpty
      ? "" : style.bold("Storefronts") + "\n" + result.storefrontTable.text(style: style)
  }
}
