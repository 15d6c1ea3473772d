import WinBackCommandLine

extension TextPage {
  func text(of result: PlanResult) -> String {
    let plan = result.plan(of: result.all)
    let reaches = plan.reaches
    let title =
      style.bold(result.offer.key.offerId.printable)
      + " on \(result.offer.subscription.productId.printable), \(result.when)\n"
    let sections = [
      title + summary(of: plan, reaches, result),
      style.bold("One step of a criterion") + "\n"
        + plan.steps.map { "  \($0.words(from: plan.current))\n" }.joined(),
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
    let audience = plan.audiences[plan.current]
    let share = Percentage(audience.eligible, of: plan.audiences.largest)
    let eligible =
      "\(audience.eligible.grouped) of \(result.customers.counted("customer")), \(share.rounded) of "
      + "the largest audience"
    var rows = [("setting", plan.current.words), ("eligible", eligible)]
    if let warning = result.warning { rows.insert(("warning", warning.printable), at: 0) }
    if audience.undetermined > 0 {
      let words = "\(audience.undetermined.grouped), because a fact is not known"
      rows.append(("undetermined", words))
    }
    if let last = reaches.last, let setting = last.settings.first {
      rows.append(("largest", "\(last.audience.grouped), reached by \(setting.words)"))
    }
    return list(rows)
  }

  private func marginals(of plan: SettingPlan) -> String {
    let marginals = plan.marginals
    let months = marginals.flatMap { marginal in
      marginal.settings.compactMap { $0[marginal.criterion] }
    }
    let rows = (Set(months).ordered() + [nil]).compactMap { value -> [String]? in
      let cells = marginals.map { marginal in
        guard let setting = marginal.settings.first(where: { $0[marginal.criterion] == value })
        else { return "" }
        let text = plan.audiences[setting].eligible.grouped
        return setting == plan.current ? style.bold("* \(text)") : text
      }
      return cells.allSatisfy(\.isEmpty) ? nil : [value.map(String.init) ?? "none"] + cells
    }
    let titles = ["months"] + Criterion.allCases.map(\.words)
    return ResultTable(titles, numbers: Set(titles.indices), rows).text(style: style)
  }

  private func cheapest(_ reaches: [SettingPlan.Reach], of plan: SettingPlan) -> String {
    guard !reaches.isEmpty else { return "no setting reaches any customer\n" }
    let rows = reaches.enumerated().compactMap { index, reach -> [ResultCell]? in
      // Of several parts that the same settings reach, the largest says enough.
      let isLast = index + 1 == reaches.count || reaches[index + 1].settings != reach.settings
      guard isLast, let setting = reach.settings.first else { return nil }
      return [
        .text("\(reach.share) %"), .count(plan.audiences[setting].eligible), .text(setting.words),
        .count(reach.settings.count - 1),
      ]
    }
    let table = ResultTable(
      [
        .number("of the largest"), .number("eligible"), .text("strictest setting, the closest"),
        .number("others"),
      ],
      rows
    )
    return style.bold("The strictest settings for each audience") + "\n" + table.text(style: style)
  }

  private func storefronts(of result: PlanResult) -> String {
    result.storefronts.isEmpty
      ? "" : style.bold("Storefronts") + "\n" + result.storefrontTable.text(style: style)
  }
}
