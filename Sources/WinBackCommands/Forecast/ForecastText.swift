import WinBack
import WinBackFormats

extension TextPage {
  func text(of forecast: Forecast) -> String {
    guard !forecast.lines.isEmpty else {
      guard forecast.notTold.isEmpty || forecast.tellsStorefronts else {
        return "no offer has a product that is in the report\n"
      }
      return forecast.tellsStorefronts
        ? "no customer is eligible for any offer\n" : "the catalog has no win-back offers\n"
    }
    var parts = forecast.lines.map { text($0, forecast) }
    if !forecast.notTold.isEmpty {
      let limits = DefinitionList(forecast.notTold.map { ("-", $0) }).rendered(width: width)
      parts.append("lower bounds, because the report does not contain:\n" + limits)
    }
    return parts.joined(separator: "\n")
  }

  private func text(_ row: Forecast.Line, _ forecast: Forecast) -> String {
    let names = forecast.dates.names
    let product = row.offer.subscription.productId.printable
    var title = style.bold(row.offer.key.offerId.printable) + " on \(product)"
    if forecast.tellsStorefronts { title += " in \(row.storefront?.code ?? "no known storefront")" }
    let eligible = row.points.map(\.eligible)
    let picture = AudiencePicture(
      numbers: eligible,
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

/// Numbers over dates as a picture in characters: a column for each date, or for a few of them.
struct AudiencePicture {
  static let height = 6

  /// The parts of a line that a bar may fill, from none to all.
  private static let parts: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  private static let widestBar = 6

  /// At least one, of which none is negative.
  let numbers: [Int]
  let names: (first: String, last: String)
  let style: TextStyle
  let width: Int

  var text: String {
    let greatest = numbers.max() ?? 0
    let label = greatest.grouped
    let room = max(10, width - label.count - 4)
    let bars = bars(room: room)
    let barWidth = max(1, min(Self.widestBar, room / max(1, bars.count)))
    var text = ""
    for line in (0..<Self.height).reversed() {
      let name = line == Self.height - 1 ? label : line == 0 ? "0" : ""
      text += "  " + String(repeating: " ", count: label.count - name.count) + style.dim(name + "│")
      var cells = ""
      for bar in bars {
        // A number that is not 0 shows.
        let eighths =
          greatest == 0
          ? 0 : max(bar > 0 ? 1 : 0, Int(Double(bar) / Double(greatest) * Double(8 * Self.height)))
        let filled = min(8, max(0, eighths - 8 * line))
        cells += String(repeating: Self.parts[filled], count: barWidth)
      }
      while cells.last == " " { cells.removeLast() }
      text += style.green(cells) + "\n"
    }
    let margin = String(repeating: " ", count: label.count + 3)
    let space = bars.count * barWidth - names.first.count - names.last.count
    let isOne = numbers.count == 1 || space < 1
    text += margin
    text += style.dim(
      isOne && numbers.count == 1
        ? names.first
        : isOne
          ? "\(names.first) to \(names.last)"
          : names.first + String(repeating: " ", count: space) + names.last
    )
    return text + "\n"
  }

  /// The numbers that are shown: if there are more than columns, the greatest of a few each.
  private func bars(room: Int) -> [Int] {
    guard numbers.count > room else { return numbers }
    return (0..<room).map { column in
      let start = column * numbers.count / room
      let end = max(start + 1, (column + 1) * numbers.count / room)
      return numbers[start..<end].max() ?? 0
    }
  }
}
