/// Some whole lines of an input, in storage that is used again.
package struct LineBlock {
  /// The bytes of the lines and, around them, whatever was there before.
  package internal(set) var bytes: ContiguousArray<UInt8> = []
  /// Where in `bytes` the lines are.
  package internal(set) var range: Range<Int> = 0..<0
  /// The index of the block in the input, from 0.
  package internal(set) var number = 0
  /// Whether the rows of the last customer may continue behind the block, so that they are left to
  /// the next one: who reads the block sets it back to where it has come.
  package internal(set) var isOpen = false
  /// What the block has of a customer whose rows are too many to read; nil if its customers are whole.
  package internal(set) var excess: Excess?
  /// Whether the block is the whole input, and a document of any layout.
  package internal(set) var isDocument = false
  /// The line feeds of the input before the block, where the source counts them.
  package internal(set) var linesBefore: Int?
  /// The line feeds of the block, if who reads it has counted them.
  package internal(set) var lineFeedCount: Int?
  /// Where rows come from that have been sorted; empty if they stand as they stood.
  package internal(set) var origins: ContiguousArray<RowOrigin> = []
  /// The place behind the block, where the source knows better than the offset tells.
  package internal(set) var end: HistoryPlace?
  /// The offset in the input of the first byte.
  package internal(set) var offset = 0

  /// A part of what belongs to one customer, and to nobody else.
  package struct Excess: Sendable {
    /// How many bytes a customer can have.
    let limit: Int
    /// Whether the block before has a part of the same customer.
    let isContinued: Bool

    var message: String { "expected at most \(limit) bytes of one customer, found more" }
  }

  package init() {}

  /// Leaves what starts at an offset in the block to the next one.
  package mutating func end(at offset: Int) {
    range = range.lowerBound..<range.lowerBound + offset
    isOpen = false
  }

  /// Returns where a byte of the block was in the input; its file counts where rows were sorted.
  func place(of offset: Int) -> HistoryPlace {
    let origin = origin(of: offset)
    var place = origin.place
    place.offset += offset - origin.start
    place.lines += bytes.rawBytes.extracting(range).extracting(origin.start..<offset).lineFeedCount
    return place
  }

  /// Returns where a fault of the block was in the input, without counting lines again that the fault
  /// has counted from the start of the block.
  func place(of fault: FormatError) -> HistoryPlace {
    let offset = min(max(0, fault.offset), range.count)
    let origin = origin(of: offset)
    guard origin.start == 0 else { return place(of: offset) }
    var place = origin.place
    place.offset += offset
    place.lines += fault.line - 1
    return place
  }

  /// Returns the offset in the input of a byte of the block, without counting lines.
  func offset(of offset: Int) -> Int {
    let origin = origin(of: offset)
    return origin.place.offset + offset - origin.start
  }

  /// Returns where the row of a byte comes from: the block itself if rows stand as they stood.
  private func origin(of offset: Int) -> RowOrigin {
    let end = origins.indices.end { origins[$0].start <= offset }
    guard end == 0 else { return origins[end - 1] }
    return RowOrigin(start: 0, place: HistoryPlace(offset: self.offset, lines: linesBefore ?? 0))
  }

  package var endOffset: Int { offset + range.count }
}

extension LineBlock {
  /// Makes room for some bytes, puts what is left of the last block before them, and returns where.
  ///
  /// What is read from the system should go to the start of a page: to 16 bytes behind one took 4.7
  /// times as long where this was measured.
  mutating func reserve(_ count: Int, after rest: ContiguousArray<UInt8>) -> Int {
    let page = Platform.pageSize
    let headroom = (rest.count + 2 * page - 1) / page * page
    if bytes.capacity < headroom + count { bytes = [] }
    bytes.reserveCapacity(headroom + count)
    let misalignment = Platform.offsetInPage(of: bytes)
    let readStart = headroom - misalignment
    bytes.removeLast(max(0, bytes.count - readStart - count))
    bytes.appendZeros(readStart + count - bytes.count)
    bytes.replaceSubrange(readStart - rest.count..<readStart, with: rest)
    return readStart - rest.count
  }
}

/// Where a row was before rows were sorted.
package struct RowOrigin: Sendable, Hashable {
  /// Where the row starts in its block.
  let start: Int
  let place: HistoryPlace
}

/// An input that is handed out in blocks, to the next thread that asks unless it is for one only.
package protocol BlockSource: Sendable {
  /// Fills a block with what comes next.
  ///
  /// - Parameter block: A block that is used again; where it was open, set back to where it was read.
  /// - Returns: Whether there was anything; not after a failure.
  /// - Throws: ``CommandFailure`` if the input cannot be read.
  func next(_ block: inout LineBlock) throws(CommandFailure) -> Bool

  /// What is left when no more blocks come: it belongs before the next file.
  var rest: CutSource.Rest { get }
}

extension BlockSource { package var rest: CutSource.Rest { CutSource.Rest() } }
