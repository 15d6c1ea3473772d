import Dispatch
import Synchronization

extension Array where Element: Sendable {
  /// Returns the results of a call for each element, in order, computed on all processors.
  package func concurrentMap<Result: Sendable>(
    _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    let size = 16
    let pieces = (count + size - 1) / size
    let results = Mutex<[Int: [Result]]>([:])
    DispatchQueue.concurrentPerform(iterations: pieces) { piece in
      let part = self[piece * size..<Swift.min((piece + 1) * size, count)].map(transform)
      results.withLock { $0[piece] = part }
    }
    return results.withLock { results in (0..<pieces).flatMap { results[$0] ?? [] } }
  }
}
