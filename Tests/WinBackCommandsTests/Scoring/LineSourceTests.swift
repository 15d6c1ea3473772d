import Testing
import WinBackFiles

@Suite("Lines in blocks")
struct LineSourceTests {
  @Test("of all ranges together are all lines, once and in order, wherever the input is cut")
  func partitions() throws {
    for seed in 0..<UInt64(400) {
      var random = RandomLines(seed: seed)
      var together: ContiguousArray<UInt8> = []
      for range in random.partition() {
        let found = try random.read(range)
        try #require(
          found.elementsEqual(random.lines(startingIn: range)),
          "range \(range), seed \(seed)"
        )
        together += found
      }
      #expect(together == random.bytes, "seed \(seed)")
    }
  }

  @Test("go on at the start of any line")
  func resumption() throws {
    for seed in 0..<UInt64(150) {
      var random = RandomLines(seed: seed)
      let range = random.range()
      let lines = random.lines(startingIn: range)
      for offset in random.lineStarts where lines.indices.contains(offset) && offset > 0 {
        let found = try random.read(range, from: offset)
        try #require(
          found.elementsEqual(lines[offset...]),
          "from \(offset) in \(range), seed \(seed)"
        )
      }
    }
  }

  @Test(
    "of a range at the edges of lines",
    arguments: [
      ("0:6", "ab\n\r\nc"), ("0:0", ""), ("0:1", "ab\n"), ("0:2", "ab\n"), ("0:3", "ab\n"),
      ("0:4", "ab\n\r\n"), ("1:2", ""), ("1:3", "\r\n"), ("2:1", ""), ("3:0", ""), ("3:1", "\r\n"),
      ("3:2", "\r\n"), ("4:1", ""), ("4:2", "c"), ("5:1", "c"), ("6:1", ""), ("7:9", ""),
      ("0:9223372036854775807", "ab\n\r\nc"), ("5:9223372036854775807", "c"),
      ("9223372036854775807:1", ""),
    ]
  )
  func edges(range: String, expected: String) throws {
    let range = try #require(ByteRange(range))
    for blockSize in 1...9 {
      let found = try blocks("ab\n\r\nc", range: range, blockSize: blockSize)
      #expect(found.joined() == expected, "blocks of \(blockSize)")
    }
  }

  @Test("are as large as they should be, unless a line is longer")
  func sizes() throws {
    let expected = ["a\nbb\n", "ccc\n", "dddddddd\n", "eeeeee\n", "f"]
    #expect(try blocks(expected.joined(), blockSize: 5) == expected)
    #expect(try blocks("aaaa\nbbbb\n", blockSize: 5) == ["aaaa\n", "bbbb\n"])
    #expect(try blocks("", blockSize: 5) == [])
    #expect(try blocks("\n", blockSize: 5) == ["\n"])
  }

  @Test("may be as long as the limit, and not longer", arguments: 1...20)
  func limit(blockSize: Int) throws {
    let longest = "0123456789ABCDEF"
    for text in ["\(longest)\n", longest, "a\n\(longest)\nb", "\(longest)\n\(longest)\n"] {
      let found = try blocks(text, blockSize: blockSize, lineLimit: 16)
      #expect(found.joined() == text)
    }
    let message = "expected lines of at most 16 bytes, found a longer one from byte "
    for (text, offset) in [("\(longest)G\n", 0), ("\(longest)G", 0), ("ab\n\(longest)Gh\nb", 3)] {
      #expect(
        throws: CommandFailure(
          .badData,
          [Diagnostic(.error, message + "\(offset) on", file: "histories.jsonl")]
        )
      ) {
        try blocks(text, blockSize: blockSize, lineLimit: 16)
      }
    }
  }

  @Test("end at a failure, which is told once")
  func failure() throws {
    let bytes = ContiguousArray("a\nb\n".utf8)
    let source = try CutSource(
      linesOf: StreamedInput(
        InputFile("histories.jsonl"),
        PiecemealSource(bytes, pieceSize: 2, endingWith: SystemError(code: 5))
      ),
      blockSize: 2
    )
    var block = LineBlock()
    #expect(try source.next(&block))
    #expect(try source.next(&block))
    #expect(
      throws: CommandFailure(.inputOutput, "cannot read 'histories.jsonl': input/output error")
    ) {
      try source.next(&block)
    }
    #expect(try !source.next(&block))
  }

  /// Reads all blocks, a byte at a time.
  private func blocks(
    _ text: String,
    range: ByteRange = .all,
    blockSize: Int,
    lineLimit: Int = 1_000
  ) throws -> [String] {
    let source = try CutSource(
      linesOf: StreamedInput(
        InputFile("histories.jsonl"),
        PiecemealSource(ContiguousArray(text.utf8), pieceSize: 1)
      ),
      range: range,
      blockSize: blockSize,
      lineLimit: lineLimit
    )
    var block = LineBlock()
    var blocks: [String] = []
    while try source.next(&block) {
      blocks.append(String(decoding: block.bytes[block.range], as: UTF8.self))
    }
    return blocks
  }
}
