import Testing
import WinBackFormats

/// Returns the records of CSV as texts, and each error in its place as its text.
func records(
  _ text: String,
  columns: Int,
  delimiter: Character = ","
) -> [[String]] {
  let bytes = ContiguousArray(text.utf8)
  guard let layout = try? layout(columns: columns, delimiter: delimiter) else {
    return [["no header"]]
  }
  var scanner = RowScanner(bytes.rawBytes, layout)
  var records: [[String]] = []
  while true {
    do throws(RowError) {
      guard try scanner.next() else { return records }
      records.append((0..<columns).map { scanner.field($0).text(in: bytes.rawBytes) })
    } catch {
      records.append(["\(FormatError(error, in: bytes.rawBytes))"])
    }
  }
}

/// Returns the layout of a table with so many columns.
func layout(columns: Int, delimiter: Character = ",") throws -> TableLayout {
  let names = Array(repeating: "h", count: columns).joined(separator: String(delimiter)) + "\n"
  let header = try TableHeader.read(ContiguousArray(names.utf8).rawBytes, isWhole: true)
  return try #require(header).layout
}

/// Reads the histories of a table.
func histories(
  _ text: String,
  as format: HistoryFormat? = nil,
  mapping: Mapping? = nil
) throws -> HistoryInput {
  try HistoryInput(reading: text.utf8, as: format, options: HistoryOptions(mapping: mapping))
}

/// Returns rows of CSV under a header.
func table(_ columns: [String], _ rows: [[String: String]]) -> String {
  ([columns.joined(separator: ",")]
    + rows.map { row in columns.map { quoted(row[$0] ?? "") }.joined(separator: ",") })
    .joined(separator: "\n") + "\n"
}

private func quoted(_ text: String) -> String {
  guard text.contains(where: { ",\"\n\r".contains($0) }) else { return text }
  return "\"" + text.replacing("\"", with: "\"\"") + "\""
}
