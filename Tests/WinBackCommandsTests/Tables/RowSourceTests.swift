import Testing
import WinBackFiles

/// Rows are cut before one thread of several reads them, or where the only thread has read them.
@Suite("Rows in blocks")
struct RowSourceTests {
  /// What became of a table: the bytes of its blocks, and a line on each customer.
  private struct Reading: Equatable {
    var blocks: [String] = []
    var customers: [String] = []
    var starts: [String] = []
    /// The blocks of customers who have too many rows.
    var excess: [String] = []

    /// Adds the customers of some bytes.
    mutating func add(
      _ reader: inout CustomerReader,
      _ bytes: RawSpan,
      at offset: Int,
      isOpen: Bool
    ) {
      var scanner = RowScanner(bytes, reader.plan.layout, isWhole: !isOpen)
      var record = HistoryRecord()
      var symbols = SymbolTable()
      reader.restart()
      while reader.next(&scanner, into: &record, &symbols) {
        let rows = reader.rows
        let range = rows.range.lowerBound + offset..<rows.range.upperBound + offset
        let error = rows.error.map { "\($0.kind) at \($0.offset + offset)" } ?? "none"
        customers.append("\(range) \(rows.count) \(rows.customers) \(rows.skipped) \(error)")
      }
      for start in reader.starts where start.offset < reader.rows.range.upperBound {
        starts.append("\(start.offset + offset) \(start.hash)")
      }
    }
  }

  private func open(_ bytes: ContiguousArray<UInt8>) throws -> OpenTable {
    let format = try #require(HistoryFormat(rawValue: "revenuecat"))
    let mapping = try format.mapping(orOwn: nil)
    return try #require(try OpenTable.open(bytes.rawBytes, mapping, isWhole: true))
  }

  /// Reads a table in one piece.
  private func read(_ text: String) throws -> Reading {
    let bytes = ContiguousArray(text.utf8)
    let table = try open(bytes)
    var reader = CustomerReader(table.plan, timeZone: .utc, attributeCount: 0)
    var reading = Reading()
    let rows = bytes.rawBytes.extracting(table.start...)
    reading.add(&reader, rows, at: table.start, isOpen: false)
    return reading
  }

  /// Reads a table in blocks.
  private func read(
    _ text: String,
    forThreads threads: Int,
    blockSize: Int,
    pieceSize: Int = 7,
    customerLimit: Int = 1 << 20
  ) throws -> Reading {
    let bytes = ContiguousArray(text.utf8)
    let table = try open(bytes)
    let input = TableInput(
      StreamedInput(
        InputFile("table.csv"),
        PiecemealSource(ContiguousArray(bytes[table.start...]), pieceSize: pieceSize)
      ),
      table,
      head: ContiguousArray(bytes[..<table.start]),
      blockSize: blockSize,
      customerLimit: customerLimit
    )
    let source = CutSource(rowsOf: input, forThreads: threads)
    var reader = CustomerReader(table.plan, timeZone: .utc, attributeCount: 0)
    var reading = Reading()
    var block = LineBlock()
    var count = 0
    while try source.next(&block) {
      #expect(block.number == count)
      count += 1
      reading.add(
        &reader,
        block.bytes.rawBytes.extracting(block.range),
        at: block.offset,
        isOpen: block.isOpen
      )
      if block.isOpen { block.end(at: reader.rows.range.upperBound) }
      guard !block.range.isEmpty else { continue }
      let before = bytes.rawBytes.extracting(..<block.offset).lineFeedCount
      #expect(block.linesBefore == before)
      reading.blocks.append(String(decoding: block.bytes[block.range], as: UTF8.self))
      if block.excess != nil { reading.excess.append(reading.blocks[reading.blocks.count - 1]) }
    }
    return reading
  }

  @Test("are all rows, and those of a customer in one block", arguments: [1, 2])
  func wholeCustomers(threads: Int) throws {
    for seed in 0..<UInt64(10) {
      let random = RandomRows(seed: seed, faults: false)
      let customers = random.customers.map { $0.joined() }
      for blockSize in [1, 150, 1000] {
        let blocks = try read(random.text, forThreads: threads, blockSize: blockSize).blocks
        try #require(blocks.joined() == customers.joined(), "seed \(seed), size \(blockSize)")
        var rest = customers[...]
        for block in blocks {
          var sum = ""
          while sum.utf8.count < block.utf8.count, let next = rest.popFirst() { sum += next }
          try #require(sum == block, "seed \(seed), size \(blockSize)")
        }
      }
    }
  }

  @Test("are read as in one piece, also where some are broken", arguments: [1, 2])
  func faults(threads: Int) throws {
    for seed in 0..<UInt64(40) {
      let random = RandomRows(seed: seed, faults: true)
      let whole = try read(random.text)
      for blockSize in [1, 150, 1000] {
        var reading = try read(random.text, forThreads: threads, blockSize: blockSize)
        try #require(
          reading.blocks.joined() == random.customers.joined().joined(),
          "seed \(seed), size \(blockSize)"
        )
        reading.blocks = []
        try #require(reading == whole, "seed \(seed), size \(blockSize)")
      }
    }
  }

  @Test("of a customer who has too many come in parts, and all others whole", arguments: [1, 2])
  func tooMany(threads: Int) throws {
    for seed in 0..<UInt64(40) {
      let random = RandomRows(seed: seed, faults: seed % 2 == 0)
      let customers = random.customers.map { $0.joined() }
      for (limit, blockSize) in [(60, 1), (150, 10), (300, 150), (300, 1000)] {
        let reading = try read(
          random.text,
          forThreads: threads,
          blockSize: blockSize,
          customerLimit: limit
        )
        try #require(reading.blocks.joined() == customers.joined(), "seed \(seed), \(limit)")
        // A broken row could be of either customer beside it.
        guard seed % 2 == 1 else { continue }
        for part in reading.excess {
          let owner = customers.filter { $0.contains(part) }
          try #require(owner.contains { $0.utf8.count > limit }, "seed \(seed), \(limit)")
        }
        let longest = try #require(customers.max { $0.utf8.count < $1.utf8.count })
        if longest.utf8.count > limit, blockSize < limit { try #require(reading.excess != []) }
      }
    }
  }
}
