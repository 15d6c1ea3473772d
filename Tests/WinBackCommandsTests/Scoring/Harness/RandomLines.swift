import TestSupport
import Testing
import WinBackFiles

/// Lines of all lengths with either line end, to be read in pieces and blocks of any size.
struct RandomLines {
  let bytes: ContiguousArray<UInt8>
  /// The offsets at which lines start, in order.
  let lineStarts: [Int]

  private var generator: SplitMix64

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
    var bytes: ContiguousArray<UInt8> = generator.chance(1, in: 8) ? [0xEF, 0xBB, 0xBF] : []
    var starts: [Int] = []
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      starts.append(starts.isEmpty ? 0 : bytes.count)
      let length = Int.random(in: 0...(generator.chance(1, in: 4) ? 40 : 6), using: &generator)
      bytes.append(contentsOf: repeatElement(UInt8(ascii: "a"), count: length))
      bytes.append(contentsOf: (generator.chance(1, in: 4) ? "\r\n" : "\n").utf8)
    }
    if generator.chance(1, in: 3), !bytes.isEmpty { bytes.removeLast() }
    if starts.isEmpty, !bytes.isEmpty { starts = [0] }
    self.bytes = bytes
    lineStarts = starts.filter { $0 < bytes.count }
  }

  /// Ranges that cover the bytes, and perhaps more, from the first on.
  mutating func partition() -> [Range<Int>] {
    let cuts = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
      generator.chance(1, in: 3) && !lineStarts.isEmpty
        ? lineStarts[Int.random(in: lineStarts.indices, using: &generator)]
        : Int.random(in: 0...bytes.count + 2, using: &generator)
    }
    let edges = [0] + cuts.sorted() + [bytes.count + 3]
    return zip(edges, edges.dropFirst()).map { $0..<$1 }
  }

  /// One of the ranges of a partition.
  mutating func range() -> Range<Int> {
    partition().randomElement(using: &generator) ?? 0..<bytes.count
  }

  /// The lines that start in a range, found the plain way.
  func lines(startingIn range: Range<Int>) -> ContiguousArray<UInt8>.SubSequence {
    let start = lineStarts.first { $0 >= range.lowerBound } ?? bytes.count
    let end = lineStarts.first { $0 >= range.upperBound } ?? bytes.count
    return bytes[start..<max(start, end)]
  }

  /// Reads the lines of a range in blocks and pieces of random sizes.
  mutating func read(_ range: Range<Int>, from offset: Int = 0) throws -> ContiguousArray<UInt8> {
    let pieces = PiecemealSource(bytes, pieceSize: Int.random(in: 1...50, using: &generator))
    let input =
      generator.chance(1, in: 2)
      ? StreamedInput(InputFile("-"), pieces) : StreamedInput(InputFile("-"), pieces.seekable)
    let source = try CutSource(
      linesOf: input,
      range: #require(ByteRange("\(range.lowerBound):\(range.count)")),
      from: offset,
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
