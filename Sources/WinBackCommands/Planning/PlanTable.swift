import WinBack
import WinBackFormats

/// The audience of every setting as CSV: a row a setting, or a setting and storefront.
struct PlanTable {
  private let result: PlanResult

  init(_ result: PlanResult) {
    self.result = result
  }

  /// Writes the table, a storefront at a time.
  func write(to channel: OutputChannel) throws(CommandFailure) {
    var csv = CSVWriter()
    let tellsStorefronts = !result.storefronts.isEmpty
    if tellsStorefronts { csv.field("storefront") }
    for criterion in Criterion.allCases { csv.field(criterion.name) }
    csv.field("eligible")
    csv.field("undetermined")
    csv.endRow()
    for part in tellsStorefronts ? result.storefronts : [result.all] {
      let audiences = part.counts.audiences()
      for setting in Setting.all {
        if tellsStorefronts { csv.field(part.storefront?.code ?? "") }
        for criterion in Criterion.allCases {
          csv.field(setting[criterion].map(String.init) ?? "")
        }
        csv.field(String(audiences[setting].eligible))
        csv.field(String(audiences[setting].undetermined))
        csv.endRow()
      }
      try channel.write(csv.bytes.span)
      csv.removeAll()
    }
  }
}
