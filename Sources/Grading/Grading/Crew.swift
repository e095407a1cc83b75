internal import Concurrency
internal import Foundation

/// A few threads that share a list of work.
struct Crew {
  private let size: Int

  init(_ size: Int) {
    self.size = max(size, 1)
  }

  /// Does each piece of work on one of the threads; blocks until all is done.
  ///
  /// - Returns: What came of each, in the order of the list.
  func map<Work: Sendable, Product: Sendable>(
    _ list: [Work], _ body: @escaping @Sendable (Work) -> Product
  ) -> [Product] {
    let products = Locked([Product?](repeating: nil, count: list.count))
    let next = Locked(0)
    let done = DispatchGroup()
    for _ in 0..<min(size, list.count) {
      done.enter()
      let thread = Thread {
        while let index = Self.take(next, of: list.count) {
          let product = body(list[index])
          products.withLock { $0[index] = product }
        }
        done.leave()
      }
      // Reference solutions and their observers may call each other deeply.
      thread.stackSize = 8 * 1024 * 1024
      thread.start()
    }
    done.wait()
    return products.withLock { $0.compactMap(\.self) }
  }

  private static func take(_ next: Locked<Int>, of count: Int) -> Int? {
    next.withLock { next in
      guard next < count else { return nil }
      defer { next += 1 }
      return next
    }
  }
}
