import Testing
import WinBackCommands
import WinBackFormats

@Suite("Rows in blocks")
struct RowSourceTests {
  /// Returns the blocks of a table as texts.
  private func blocks(
    _ text: String,
    blockSize: Int,
    pieceSize: Int = 7,
    customerLimit: Int = 1 << 20
  ) throws -> [String] {
    let bytes = ContiguousArray(text.utf8)
    let mapping = try Mapping(json: try #require(BuiltIn.mapping("revenuecat")))
    let table = try #require(try OpenTable.open(bytes.rawBytes, mapping, isWhole: true))
    let headSize = table.start
    let source = RowSource(
      ScoreInput(
        InputFile("table.csv"),
        PiecemealSource(ContiguousArray(bytes[headSize...]), pieceSize: pieceSize)
      ),
      table,
      head: ContiguousArray(bytes[..<headSize]),
      blockSize: blockSize,
      customerLimit: customerLimit
    )
    var block = LineBlock()
    var blocks: [String] = []
    while try source.next(&block) {
      #expect(block.number == blocks.count)
      blocks.append(String(decoding: block.bytes[block.range], as: UTF8.self))
    }
    return blocks
  }

  @Test("are all rows, and those of a customer in one block, wherever blocks end")
  func wholeCustomers() throws {
    for seed in 0..<UInt64(10) {
      let random = RandomRows(seed: seed, faults: false)
      let customers = random.customers.map { $0.joined() }
      for blockSize in [1, 150, 1000] {
        let blocks = try blocks(random.text, blockSize: blockSize)
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

  @Test("are all rows also where some are broken")
  func faults() throws {
    for seed in 0..<UInt64(10) {
      let random = RandomRows(seed: seed, faults: true)
      for blockSize in [1, 150] {
        let blocks = try blocks(random.text, blockSize: blockSize)
        try #require(
          blocks.joined() == random.customers.joined().joined(),
          "seed \(seed), size \(blockSize)"
        )
      }
    }
  }

  @Test("of a customer that come again are an error with the line")
  func apart() {
    let random = RandomRows(seed: 1, faults: false)
    let row = random.customers[0][0]
    let lines = random.text.utf8.count { $0 == 0x0A }
    for blockSize in [1, 10_000] {
      #expect {
        try blocks(random.text + row, blockSize: blockSize)
      } throws: { error in
        (error as? CommandFailure)?.diagnostics.map { $0.rendered() } == [
          "table.csv:\(lines + 1):1: error: expected the rows of a customer one after another, "
            + "found more of an earlier one; use '--sort'"
        ]
      }
    }
  }

  @Test("of a customer who has too many are an error")
  func tooMany() throws {
    let random = RandomRows(seed: 2, faults: false)
    let row = random.customers[0][0]
    let text = random.header + String(repeating: row, count: 50)
    #expect {
      try blocks(text, blockSize: 10, customerLimit: 200)
    } throws: { error in
      "\(error)".contains(
        "expected at most 200 bytes of rows of one customer, found more from byte"
      )
    }
  }
}
