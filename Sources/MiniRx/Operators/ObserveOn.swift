import Concurrency
public import Dispatch
import Foundation

extension ObservableType {
  /// The same events, delivered on the scheduler, one after the other and in order.
  ///
  /// Events that wait when the subscription is disposed are dropped.
  public func observe(on scheduler: some SchedulerType) -> Observable<Element> {
    Observable { downstream in
      let stage = Stage()
      let waiting = Locked(DeliveryQueue<Event<Element>>())
      let subscription = subscribe { event in
        guard !stage.isStopped, waiting.withLock({ $0.enqueue(event) }) else { return }
        scheduler.schedule {
          while let event = waiting.withLock({ $0.dequeue() }) {
            stage.forward(event, to: downstream)
          }
        }
      }
      let rest = Disposables.create { _ = waiting.withLock { $0.removeAll() } }
      stage.attach(Disposables.create(subscription, rest))
      return stage
    }
  }
}

/// Where work runs: a queue, the main thread, or a scheduler of a test.
public protocol SchedulerType: Sendable {
  /// Runs the closure there, at once or later.
  func schedule(_ action: @escaping @Sendable () -> Void)
}

/// The main thread: runs work at once when it is called there, and asynchronously otherwise.
public struct MainScheduler: SchedulerType {
  /// The one main thread.
  public static let instance = MainScheduler()

  /// Runs the closure on the main thread.
  public func schedule(_ action: @escaping @Sendable () -> Void) {
    if Thread.isMainThread { action() } else { DispatchQueue.main.async(execute: action) }
  }
}

/// A serial dispatch queue: runs one closure after the other, always asynchronously.
public struct SerialDispatchQueueScheduler: SchedulerType {
  private let queue: DispatchQueue

  /// A scheduler on this queue; a concurrent one gets a serial queue on top of it.
  public init(queue: DispatchQueue, internalSerialQueueName: String = "MiniRx.serial") {
    self.queue = DispatchQueue(label: internalSerialQueueName, target: queue)
  }

  /// - Parameter internalSerialQueueName: the label of the new queue.
  public init(internalSerialQueueName: String) {
    queue = DispatchQueue(label: internalSerialQueueName)
  }

  /// Runs the closure on the queue, later.
  public func schedule(_ action: @escaping @Sendable () -> Void) { queue.async(execute: action) }
}
