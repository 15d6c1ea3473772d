/// Some whole lines of an input, in storage that is used again.
struct LineBlock {
  /// The bytes of the lines and, around them, whatever was there before.
  var bytes: ContiguousArray<UInt8> = []
  /// Where in `bytes` the lines are.
  var range: Range<Int> = 0..<0
  /// The place of the block in the order of the input, from 0.
  var number = 0
  /// The offset in the input of the byte after the block.
  var endOffset = 0
}
