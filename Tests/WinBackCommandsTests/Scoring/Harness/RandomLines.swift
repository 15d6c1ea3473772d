import TestSupport
import Testing
import WinBackFiles

/// Lines of all lengths with either line end, to be read in pieces and blocks of any size.
struct RandomLines {
  let bytes: ContiguousArray<UInt8>

  private var generator: SplitMix64

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
    var bytes: ContiguousArray<UInt8> = generator.chance(1, in: 8) ? [0xEF, 0xBB, 0xBF] : []
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      let length = Int.random(in: 0...(generator.chance(1, in: 4) ? 40 : 6), using: &generator)
      bytes.append(contentsOf: repeatElement(UInt8(ascii: "a"), count: length))
      bytes.append(contentsOf: (generator.chance(1, in: 4) ? "\r\n" : "\n").utf8)
    }
    if generator.chance(1, in: 3), !bytes.isEmpty { bytes.removeLast() }
    self.bytes = bytes
  }

  /// Reads all lines in blocks and pieces of random sizes.
  mutating func read() throws -> ContiguousArray<UInt8> {
    let pieces = PiecemealSource(bytes, pieceSize: Int.random(in: 1...50, using: &generator))
    let source = CutSource(
      linesOf: StreamedInput(InputFile("-"), pieces),
      blockSize: Int.random(in: 1...30, using: &generator)
    )
    var found: ContiguousArray<UInt8> = []
    var block = LineBlock()
    var count = 0
    while try source.next(&block) {
      let lines = block.bytes[block.range]
      #expect(bytes[block.offset..<block.endOffset].elementsEqual(lines))
      #expect(lines.last == UInt8(ascii: "\n") || block.endOffset == bytes.count)
      #expect(block.number == count)
      count += 1
      found += lines
    }
    return found
  }
}
