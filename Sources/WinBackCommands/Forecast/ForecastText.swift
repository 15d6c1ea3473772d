import WinBack
import WinBackFormats

/// A forecast as text for people: a picture of each audience, and what is to be said of it.
struct ForecastText: ChannelText {
  let channel: OutputChannel

  /// Returns the text of a forecast; it ends with a line feed.
  func text(_ forecast: Forecast) -> String {
    guard !forecast.rows.isEmpty else {
      guard forecast.notTold.isEmpty || forecast.tellsStorefronts else {
        return "no offer has a product that is in the report\n"
      }
      return forecast.tellsStorefronts
        ? "no customer is eligible for any offer\n" : "the catalog has no win-back offers\n"
    }
    return
      (forecast.rows.map { text($0, forecast) } + [limits(of: forecast)].filter { !$0.isEmpty })
      .joined(separator: "\n")
  }

  /// What the numbers leave out.
  private func limits(of forecast: Forecast) -> String {
    guard !forecast.notTold.isEmpty else { return "" }
    var list = DefinitionList()
    for thing in forecast.notTold { list.append("-", thing) }
    return "lower bounds, because the report does not contain:\n" + list.rendered(width: width)
  }

  private func text(_ row: ForecastRow, _ forecast: Forecast) -> String {
    let names = forecast.dates.names
    var title = style.bold(row.offerId.printable) + " on \(row.productId.printable)"
    if forecast.tellsStorefronts { title += " in \(row.storefront?.code ?? "no known storefront")" }
    let eligible = row.points.map(\.eligible)
    let picture = AudiencePicture(
      eligible,
      names: (names[0], names[names.count - 1]),
      style: style,
      width: width
    )
    return title + "\n" + picture.text
      + facts(row.points, names, isLowerBound: !forecast.notTold.isEmpty)
  }

  private func facts(_ points: [AudienceSeries.Point], _ names: [String], isLowerBound: Bool)
    -> String
  {
    var list = DefinitionList()
    let last = points.count - 1
    let peak = points.indices.reduce(0) { points[$1].eligible > points[$0].eligible ? $1 : $0 }
    list.append(
      isLowerBound ? "at least" : "eligible",
      "\(points[0].eligible.grouped) on \(names[0]), \(points[last].eligible.grouped) on "
        + "\(names[last]), most \(points[peak].eligible.grouped) on \(names[peak])"
    )
    let later = points.dropFirst()
    list.append(
      "change",
      "\(later.reduce(0) { $0 + $1.became }.grouped) became eligible, "
        + "\(later.reduce(0) { $0 + $1.ceased }.grouped) ceased to be"
    )
    let undetermined = points.map(\.undetermined).max() ?? 0
    if undetermined > 0 {
      list.append("undetermined", "up to \(undetermined.grouped), because a fact is not known")
    }
    return list.rendered(width: width)
  }
}
