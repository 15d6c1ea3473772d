import TestSupport
import Testing
import WinBackFormats

/// Returns a text in which some bytes flip, come or go; a mark among them is one of these.
func damagedText(
  _ text: String,
  by marks: [UInt8],
  using generator: inout SplitMix64
) -> ContiguousArray<UInt8> {
  var bytes = ContiguousArray(text.utf8)
  for _ in 0..<Int.random(in: 1...3, using: &generator) {
    let mark = generator.pick(marks)
    let position = Int.random(in: 0..<bytes.count, using: &generator)
    let end = Int.random(in: position...min(bytes.count, position + 40), using: &generator)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: bytes.insert(mark, at: position)
    case 1: bytes[position] = mark
    case 2: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 3: bytes.removeSubrange(position..<end)
    case 4: bytes.insert(contentsOf: bytes[position..<end], at: position)
    default: bytes.removeSubrange(max(position, 1)...)
    }
    if bytes.isEmpty { bytes.append(mark) }
  }
  return bytes
}

/// Checks that an error names a place in a damaged text.
func requirePlace(
  of error: FormatError,
  in bytes: ContiguousArray<UInt8>,
  _ context: Comment
) throws {
  let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
  try #require((0...bytes.count).contains(error.offset), context)
  try #require((1...lines).contains(error.line), context)
  try #require(error.column >= 1, context)
  try #require(!error.message.isEmpty && error.message.last != ".", context)
}
