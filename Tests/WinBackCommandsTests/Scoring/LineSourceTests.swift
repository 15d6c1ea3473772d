import Testing
import WinBackFiles

@Suite("Lines in blocks")
struct LineSourceTests {
  @Test("are all lines, once and in order, wherever the input is cut")
  func all() throws {
    for seed in 0..<UInt64(400) {
      var random = RandomLines(seed: seed)
      #expect(try random.read() == random.bytes, "seed \(seed)")
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
    let source = CutSource(
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
    blockSize: Int,
    lineLimit: Int = 1_000
  ) throws -> [String] {
    let source = CutSource(
      linesOf: StreamedInput(
        InputFile("histories.jsonl"),
        PiecemealSource(ContiguousArray(text.utf8), pieceSize: 1)
      ),
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
