import WinBackFormats

/// Sorts the rows of a table by customer, in memory that does not grow: an external merge sort.
///
/// Rows are read until memory is full, sorted and written to a file as a run; at the end all runs are
/// merged. Rows of one customer keep their order.
struct RowSorter {
  private let input: StreamedInput
  private let table: OpenTable
  private let runSize: Int
  private let blockSize: Int
  private var file: SortFile
  private var owners: RowOwners
  private var rows = SortBuffer()

  /// Creates a sorter.
  ///
  /// - Parameters:
  ///   - input: The bytes behind `head`.
  ///   - table: What the columns are.
  ///   - runSize: How many bytes of rows are sorted in memory.
  ///   - blockSize: How many bytes the blocks of the result have.
  /// - Throws: ``CommandFailure`` where there is no place for temporary files.
  init(
    _ input: StreamedInput,
    _ table: OpenTable,
    runSize: Int = 64 << 20,
    blockSize: Int
  ) throws(CommandFailure) {
    self.input = input
    self.blockSize = blockSize
    self.table = table
    self.runSize = runSize
    owners = RowOwners(table.plan)
    file = try SortFile()
  }

  /// Sorts the whole input.
  ///
  /// - Parameter head: The first bytes of the input, the header among them.
  /// - Returns: The rows, to be read in order.
  /// - Throws: ``CommandFailure`` where the input cannot be read, where the customer of a row cannot be
  ///   told, and where the rows cannot be kept.
  /// - Complexity: O(*n* log *n*) for *n* rows.
  mutating func sort(head: ContiguousArray<UInt8>) throws(CommandFailure) -> SortedRows {
    var bytes = ContiguousArray(head[table.start...])
    var end = bytes.count
    var offset = table.start
    var lines = head.rawBytes.extracting(..<table.start).lineFeedCount
    var isAtEnd = false
    repeat {
      while !isAtEnd {
        if end == bytes.count {
          guard end < runSize else { break }
          Self.grow(&bytes)
        }
        let count = try input.read(into: &bytes, from: end)
        end += count
        isAtEnd = count == 0
      }
      let taken = try takeRows(of: bytes, end, isWhole: isAtEnd, offset, &lines)
      guard taken > 0 || isAtEnd else {
        // A row that is longer than a run.
        Self.grow(&bytes)
        continue
      }
      rows.sort()
      try file.append(rows, of: bytes)
      rows.removeAll()
      bytes.replaceSubrange(0..<end - taken, with: bytes[taken..<end])
      end -= taken
      offset += taken
    } while !isAtEnd
    return SortedRows(file, blockSize: blockSize)
  }

  /// Makes room for as many bytes again, and some.
  private static func grow(_ bytes: inout ContiguousArray<UInt8>) {
    bytes += ContiguousArray(repeating: 0, count: bytes.count + 1 << 16)
  }

  /// Notes the rows of a piece of the input.
  ///
  /// - Returns: How many bytes they take.
  private mutating func takeRows(
    of bytes: ContiguousArray<UInt8>,
    _ end: Int,
    isWhole: Bool,
    _ offset: Int,
    _ lines: inout Int
  ) throws(CommandFailure) -> Int {
    let piece = bytes.rawBytes.extracting(0..<end)
    var scanner = RowScanner(piece, table.plan.layout, isWhole: isWhole)
    var counted = 0
    do throws(RowError) {
      while try owners.next(&scanner) {
        lines += piece.extracting(counted..<scanner.rowStart).lineFeedCount
        counted = scanner.rowStart
        rows.append(
          customer: owners.customer,
          row: scanner.rowStart..<scanner.offset,
          line: lines,
          offset: offset + scanner.rowStart
        )
      }
    } catch {
      lines += piece.extracting(counted..<scanner.rowStart).lineFeedCount
      let place = FormatError(error, in: piece)
      throw CommandFailure(
        .badData,
        [
          Diagnostic(
            .error,
            "cannot sort a row without knowing whose it is: \(place.messageWithPath)",
            file: input.file.name,
            line: lines + 1,
            column: place.column
          )
        ]
      )
    }
    lines += piece.extracting(counted..<scanner.offset).lineFeedCount
    return scanner.offset
  }
}
