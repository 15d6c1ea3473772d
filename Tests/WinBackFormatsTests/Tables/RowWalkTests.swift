import TestSupport
import Testing
import WinBackFormats

/// Usual rows are walked by words of their bytes, and exact code reads all others.
///
/// A row at the end of all bytes is one that only exact code reads, and both must say the same of it.
@Suite("Rows that are walked")
struct RowWalkTests {
  // Fewer tables can all have a quote that hides their rows.
  private static let count = UInt64(max(50, TestBuild.randomCases(400)))

  private static let pieces = [
    "", "", "a", "bc", "0123456789", "2024-01-01 08:27:06", "\"\"", "\"x\"", "\"x,y\"",
    "\"x\"\"y\"", "\"\"\"\"", "\"", "\"x", "x\"", "\"x\"y", "x\"y\"", "\r", "\"x\r\"", "\"x\"\r",
    " ", "é", "\"日本語\"", "\u{0}", ";", "\t", "\"x\ny\"", String(repeating: "w", count: 70),
  ]

  /// Random rows, most of which have as many fields as there are columns.
  private static func table(
    _ columns: Int,
    using generator: inout SplitMix64
  ) -> ContiguousArray<UInt8> {
    // Of few kinds of fields, so that many rows have no fault.
    let kinds = Int.random(in: 4...pieces.count, using: &generator)
    let chosen = pieces.shuffled(using: &generator).prefix(kinds)
    var bytes: ContiguousArray<UInt8> = []
    for _ in 0..<Int.random(in: 1...40, using: &generator) {
      let isRagged = Int.random(in: 0..<20, using: &generator) == 0
      let fields = (0..<(isRagged ? Int.random(in: 1...80, using: &generator) : columns)).map { _ in
        chosen.randomElement(using: &generator) ?? ""
      }
      bytes += Array(fields.joined(separator: ",").utf8)
      bytes += Bool.random(using: &generator) ? [0x0A] : [0x0D, 0x0A]
      if Int.random(in: 0..<30, using: &generator) == 0 { bytes.append(0xFF) }
      if Int.random(in: 0..<30, using: &generator) == 0 { bytes.append(0x0A) }
    }
    return bytes
  }

  /// What a scanner says of a row: the texts of its fields, or the error with its place in it.
  private static func next(
    _ scanner: inout RowScanner,
    _ bytes: RawSpan,
    _ columns: Int
  ) -> [String]? {
    do throws(RowError) {
      guard try scanner.next() else { return nil }
      var texts: [String] = []
      for column in 0..<columns {
        let field = scanner.field(column)
        texts.append("\(field.escaping) \(field.text(in: bytes))")
      }
      return texts
    } catch {
      return ["\(error) at \(error.offset - scanner.rowStart)"]
    }
  }

  @Test("are read as exact code reads them")
  func exactCode() throws {
    var (read, refused) = (0, 0)
    for seed in 0..<Self.count {
      var generator = SplitMix64(seed: seed)
      let columns = Int.random(in: 1...70, using: &generator)
      let layout = try layout(columns: columns)
      let bytes = Self.table(columns, using: &generator)
      var scanner = RowScanner(bytes.rawBytes, layout)
      while let row = Self.next(&scanner, bytes.rawBytes, columns) {
        let line = ContiguousArray(bytes[scanner.rowStart..<scanner.offset - 1])
        // Blank lines before a row are not among its bytes, and an error may leave nothing behind it.
        guard bytes[scanner.offset - 1] == 0x0A, !line.isEmpty else { continue }
        var alone = RowScanner(line.rawBytes, layout)
        let found = Self.next(&alone, line.rawBytes, columns)
        let isRead = row.count == columns && !row[0].contains(" at ")
        if isRead { read += 1 } else { refused += 1 }
        // A quote that is closed on a later line is not closed on this one.
        guard isRead || row[0].contains("fields as in the header") else {
          let isRefused = found?.first?.contains(" at ") == true
          try #require(isRefused, "seed \(seed): \(row), \(found ?? [])")
          continue
        }
        try #require(found == row, "seed \(seed)")
      }
    }
    #expect(read > Self.count && refused > Self.count, "\(read) were read, \(refused) were not")
  }

  @Test("end where they end, however long they are")
  func longRows() throws {
    for length in [1, 63, 64, 65, 5_000, 16_384, 40_000] {
      let text = String(repeating: "w", count: length)
      let rows = (0..<9).map { [String(repeating: "x", count: $0), text] }
      let table = rows.map { $0.joined(separator: ",") + "\n" }.joined()
      #expect(records(table, columns: 2) == rows, "\(length)")
      let quoted = rows.map { "\"\($0[0]),\",\"\($0[1])\"\n" }.joined()
      #expect(records(quoted, columns: 2) == rows.map { [$0[0] + ",", $0[1]] }, "\(length)")
    }
  }

  @Test("are not taken for the row before, whose marks stand in the same places")
  func sameMarks() {
    let fill = String(repeating: "w", count: 100)
    func errors(_ first: String, _ second: String) -> [String] {
      let table = "\(fill),\(fill)\n\(first)\n\(second)\n\(fill),\(fill)\n\(fill),\(fill)\n"
      return records(table, columns: 2).filter { $0.count == 1 }.map { $0[0] }
    }
    for fill in ["", fill, String(repeating: "v", count: 59)] {
      #expect(errors("\(fill)a,\"x\"\r", "\(fill)a,\"x\"\r").isEmpty)
      #expect(errors("\(fill)a,\"x\"\r", "\(fill)b,\"x\"y").count == 1)
      #expect(errors("\(fill)a,\"x,\"", "\(fill)a,\"x\",").count == 1)
      #expect(errors("\(fill)a,\"x,\"", "\(fill)a,\"x\n\"").isEmpty)
      #expect(errors("\(fill)a,x", "\(fill)a\nx").count == 2)
      #expect(errors("\(fill)a,x", "\(fill)azx").count == 1)
      #expect(errors("\(fill)a,\"\"", "\(fill)a,,\"").count == 1)
    }
  }
}
