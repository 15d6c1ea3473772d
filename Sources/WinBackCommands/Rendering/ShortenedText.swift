extension String {
  /// The text with its middle left out where it has more columns than there are.
  func shortened(to width: Int) -> String {
    guard displayWidth > width else { return self }
    var start = ""
    var end = ""
    var rest = self[...]
    var isStart = true
    // Its beginning says what it is, its end what tells it from its like: both are kept.
    while let character = isStart ? rest.popFirst() : rest.popLast() {
      let next = String(character)
      guard start.displayWidth + end.displayWidth + next.displayWidth < width else { break }
      if isStart { start += next } else { end = next + end }
      isStart.toggle()
    }
    return start + "…" + end
  }
}
