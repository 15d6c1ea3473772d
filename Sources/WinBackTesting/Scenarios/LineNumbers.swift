import WinBackFormats

/// The lines of a file, to tell quickly on which of them a value starts.
struct LineNumbers: Sendable {
  /// The offset at which each line ends.
  private var ends: ContiguousArray<Int> = []

  init(_ bytes: ContiguousArray<UInt8>) {
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") { ends.append(index) }
  }

  /// Returns the line on which a value starts, from 1.
  ///
  /// - Complexity: O(log *n*) for *n* lines.
  func line(of node: JSONNode) -> Int {
    var low = 0
    var high = ends.count
    while low < high {
      let middle = low + (high - low) / 2
      if ends[middle] < node.offset { low = middle + 1 } else { high = middle }
    }
    return low + 1
  }
}
