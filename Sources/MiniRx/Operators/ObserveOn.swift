import Concurrency
import Dispatch
import Foundation

extension ObservableType {
  /// Delivers the events on the scheduler, one at a time and in order.
  ///
  /// Disposing the subscription drops the events that are still queued.
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
      // The events are released outside the lock. An event whose sender has passed the check above
      // may still enter the new queue; the stopped stage drops it.
      let rest = Disposables.create { _ = waiting.withLock { exchange(&$0, with: .init()) } }
      stage.attach(Disposables.create(subscription, rest))
      return stage
    }
  }
}

/// A place where work runs: a queue, the main thread, or a test's own scheduler.
public protocol SchedulerType: Sendable {
  /// Runs the closure on the scheduler, immediately or later.
  func schedule(_ action: @escaping @Sendable () -> Void)
}

/// The main thread. Work scheduled from it runs immediately; all other work runs asynchronously.
public struct MainScheduler: SchedulerType {
  public static let instance = MainScheduler()

  public func schedule(_ action: @escaping @Sendable () -> Void) {
    if Thread.isMainThread { action() } else { DispatchQueue.main.async(execute: action) }
  }
}

/// A serial dispatch queue: runs one closure at a time, always asynchronously.
public struct SerialDispatchQueueScheduler: SchedulerType {
  private let queue: DispatchQueue

  public init(internalSerialQueueName: String) {
    queue = DispatchQueue(label: internalSerialQueueName)
  }

  public func schedule(_ action: @escaping @Sendable () -> Void) { queue.async(execute: action) }
}
