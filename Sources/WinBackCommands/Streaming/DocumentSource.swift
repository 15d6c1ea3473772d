import Synchronization

/// An input that is one document, handed out as one block.
final class DocumentSource: BlockSource {
  private let input: StreamedInput
  private let isOver = Mutex(false)

  init(_ input: StreamedInput) {
    self.input = input
  }

  func next(_ block: inout LineBlock) throws(CommandFailure) -> Bool {
    let isFirst = isOver.withLock { isOver in
      defer { isOver = true }
      return !isOver
    }
    guard isFirst else { return false }
    block.bytes = try input.readAll()
    block.range = block.bytes.indices
    block.isDocument = true
    return true
  }
}
