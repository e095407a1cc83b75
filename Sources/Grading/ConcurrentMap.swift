internal import Concurrency
internal import Foundation

extension Array where Element: Sendable {
  /// Maps the elements on several threads. Blocks until all are mapped.
  ///
  /// - Parameters:
  ///   - threads: The number of threads.
  ///   - transform: Called on the threads.
  /// - Returns: The results, in the order of the elements.
  package func concurrentMap<Result: Sendable>(
    threads: Int, _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    let results = Locked([Result?](repeating: nil, count: count))
    let rest = Locked(indices)
    let group = DispatchGroup()
    for _ in 0..<Swift.min(Swift.max(threads, 1), count) {
      group.enter()
      let thread = Thread {
        while let index = rest.withLock({ $0.popFirst() }) {
          let result = transform(self[index])
          results.withLock { $0[index] = result }
        }
        group.leave()
      }
      // Reference solutions and their observers may call each other deeply.
      thread.stackSize = 8 * 1024 * 1024
      thread.start()
    }
    group.wait()
    return results.withLock { $0.compactMap(\.self) }
  }
}
