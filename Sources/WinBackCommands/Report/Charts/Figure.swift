/// A picture with a caption, words for those who do not see it, and a table with the same content.
struct Figure {
  /// A number that no other figure of the page has.
  let number: Int
  /// What the picture shows.
  let title: String
  /// What there is to see in it.
  let summary: String
  /// The height of the picture in CSS pixels; it is as wide as there is room.
  let height: Int
  /// Whether the table is shown from the beginning.
  var showsTable = false

  /// Returns the figure; places across the drawing are percentages, so that text stays as large as
  /// it is on every screen.
  func element(
    @MarkupBuilder drawing: () -> [Markup],
    @MarkupBuilder legend: () -> [Markup] = { [] },
    @MarkupBuilder table: () -> [Markup]
  ) -> Element {
    let titleId = "figure-\(number)-title"
    let summaryId = "figure-\(number)-summary"
    return Element("figure") {
      Element("figcaption") { title }
      Element(
        "svg",
        [
          "class": "chart", "role": "img", "width": "100%", "height": "\(height)",
          "aria-labelledby": titleId, "aria-describedby": summaryId,
        ]
      ) {
        Element("title", ["id": titleId]) { title }
        Element("desc", ["id": summaryId]) { summary }
        drawing()
      }
      legend()
      Element("details", ["open": showsTable ? "open" : nil]) {
        Element("summary") { "The picture as a table" }
        table()
      }
    }
  }
}
