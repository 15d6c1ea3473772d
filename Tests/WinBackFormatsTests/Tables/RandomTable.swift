import TestSupport

/// Random rows of CSV, with everything that fields may hold.
struct RandomTable {
  private var generator: SplitMix64
  let columns: Int

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
    columns = Int.random(in: 2...5, using: &generator)
  }

  mutating func rows() -> [[String]] {
    (0..<Int.random(in: 0...8, using: &generator)).map { _ in
      (0..<columns).map { _ in field() }
    }
  }

  private mutating func field() -> String {
    let pieces = [
      "", "a", "bc", "0123456789", ",", "\"", "\n", "\r\n", " ", "é", "日本語", "x;y", "\"\"",
    ]
    return (0..<Int.random(in: 0...4, using: &generator))
      .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  /// Writes rows with or without quotes where both are right, and with either line end.
  mutating func text(of rows: [[String]]) -> String {
    var text = ""
    for row in rows {
      let fields = row.map { field in
        let needsQuotes = field.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
        guard needsQuotes || Bool.random(using: &generator) else { return field }
        return "\"" + field.replacing("\"", with: "\"\"") + "\""
      }
      text += fields.joined(separator: ",") + (Bool.random(using: &generator) ? "\n" : "\r\n")
    }
    return text
  }
}
