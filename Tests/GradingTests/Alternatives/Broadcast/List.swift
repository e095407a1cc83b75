import Exercising
import Foundation

/// A list of subscriptions, each with a continuation. A subscription that ends removes itself.
/// Unchecked because the lock guards what changes.
final class Broadcast: BroadcastRequirements, @unchecked Sendable {
  private final class Subscription: Sendable {
    let sender: AsyncStream<Int>.Continuation
    init(_ sender: AsyncStream<Int>.Continuation) { self.sender = sender }
  }

  private let lock = NSRecursiveLock()
  private var subscriptions: [Subscription]? = []
  private let policy: AsyncStream<Int>.Continuation.BufferingPolicy

  init(keeping limit: Int) {
    policy = .bufferingNewest(limit)
  }

  deinit { subscriptions?.forEach { $0.sender.finish() } }

  var streamCount: Int { current?.count ?? 0 }

  private var current: [Subscription]? { lock.withLock { subscriptions } }

  func values() -> AsyncStream<Int> {
    AsyncStream(bufferingPolicy: policy) { sender in
      let subscription = Subscription(sender)
      sender.onTermination = { [weak self, weak subscription] _ in self?.remove(subscription) }
      if !add(subscription) { sender.finish() }
    }
  }

  func send(_ value: Int) {
    current?.forEach { $0.sender.yield(value) }
  }

  func finish() {
    let ended = current
    lock.withLock { subscriptions = nil }
    ended?.forEach { $0.sender.finish() }
  }

  private func add(_ subscription: Subscription) -> Bool {
    lock.withLock {
      subscriptions?.append(subscription)
      return subscriptions != nil
    }
  }

  private func remove(_ subscription: Subscription?) {
    lock.withLock { subscriptions?.removeAll { $0 === subscription } }
  }
}
