internal import Foundation

/// One thread at a time between the two writes of a chain; who is told of them is told afterwards.
///
/// Providers are called during a turn, since keeping two of them in step is what it is for; handlers are
/// not. So two chains over one provider may tell each other of their writes, and a handler may read
/// any chain, without one thread ever waiting for another that waits for it.
final class Turn: Sendable {
  /// Recursive, so that a provider which calls its handlers itself finds the chain readable.
  private let lock = NSRecursiveLock()

  func take<Result>(_ body: () throws -> Result) rethrows -> Result {
    // A turn inside another one, of an outer chain, leaves the telling to that.
    if Work.current.outbox != nil { return try locked(body) }
    let outbox = Outbox()
    defer { outbox.deliver() }
    return try Work.as(Work(author: Work.current.author, outbox: outbox)) {
      try locked(body)
    }
  }

  private func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}
