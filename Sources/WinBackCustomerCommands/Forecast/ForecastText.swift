import WinBackCommandLine

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
      let limits = list(forecast.notTold.map { ("-", $0) })
      parts.append("estimates, because the report does not contain:\n" + limits)
    }
    return parts.joined(separator: "\n")
  }

  private func text(_ row: Forecast.Line, _ forecast: Forecast) -> String {
    let names = forecast.dates.names
    let product = row.offer.subscription.productId.printable
    var title = style.bold(row.offer.key.offerId.printable) + " on \(product)"
    if forecast.tellsStorefronts { title += " in \(row.storefront?.code ?? "no known storefront")" }
    let points = row.points
    let (last, later) = (points.count - 1, points.dropFirst())
    let peak = points.indices.reduce(0) { points[$1].eligible > points[$0].eligible ? $1 : $0 }
    let undetermined = points.map(\.undetermined).max() ?? 0
    var facts = [
      (
        "eligible",
        "\(points[0].eligible.grouped) on \(names[0]), \(points[last].eligible.grouped) on "
          + "\(names[last]), most \(points[peak].eligible.grouped) on \(names[peak])"
      ),
      (
        "change",
        "\(later.reduce(0) { $0 + $1.became }.grouped) became eligible, "
          + "\(later.reduce(0) { $0 + $1.ceased }.grouped) ceased to be"
      ),
    ]
    if undetermined > 0 {
      let words = "up to \(undetermined.grouped), because a fact is not known"
      facts.append(("undetermined", words))
    }
    return title + "\n" + picture(of: points.map(\.eligible), names[0], names[last]) + list(facts)
  }

  // MARK: - The picture

  private static let pictureHeight = 6

  /// The parts of a line that a bar may fill, from none to all.
  private static let barParts: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  private static let widestBar = 6

  /// Draws numbers over dates in characters: a column for each date, or for a few of them.
  ///
  /// There is at least one number, and none is negative.
  private func picture(of numbers: [Int], _ first: String, _ last: String) -> String {
    let greatest = numbers.max() ?? 0
    let label = greatest.grouped
    let room = max(10, width - label.count - 4)
    let bars = Self.bars(of: numbers, room: room)
    let barWidth = max(1, min(Self.widestBar, room / max(1, bars.count)))
    var text = ""
    for line in (0..<Self.pictureHeight).reversed() {
      let name = line == Self.pictureHeight - 1 ? label : line == 0 ? "0" : ""
      text += "  " + String(repeating: " ", count: label.count - name.count) + style.dim(name + "│")
      var cells = ""
      for bar in bars {
        let share = greatest == 0 ? 0 : Double(bar) / Double(greatest)
        // A number that is not 0 shows.
        let eighths = max(bar > 0 ? 1 : 0, Int(share * Double(8 * Self.pictureHeight)))
        let filled = min(8, max(0, eighths - 8 * line))
        cells += String(repeating: Self.barParts[filled], count: barWidth)
      }
      while cells.last == " " { cells.removeLast() }
      text += style.green(cells) + "\n"
    }
    let space = bars.count * barWidth - first.count - last.count
    let names =
      space > 0 ? first + String(repeating: " ", count: space) + last : "\(first) to \(last)"
    return text + String(repeating: " ", count: label.count + 3)
      + style.dim(numbers.count == 1 ? first : names) + "\n"
  }

  /// The numbers that are shown: if there are more than columns, the greatest of a few each.
  private static func bars(of numbers: [Int], room: Int) -> [Int] {
    guard numbers.count > room else { return numbers }
    return (0..<room).map { column in
      let start = column * numbers.count / room
      let end = max(start + 1, (column + 1) * numbers.count / room)
      return numbers[start..<end].max() ?? 0
    }
  }
}
