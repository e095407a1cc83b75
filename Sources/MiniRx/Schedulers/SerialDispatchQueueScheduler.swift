public import Dispatch

/// A serial dispatch queue: one closure after the other, never on the caller's turn.
public struct SerialDispatchQueueScheduler: SchedulerType {
  private let queue: DispatchQueue

  /// A scheduler that takes turns on this queue; a concurrent one is made serial by a queue on top.
  public init(queue: DispatchQueue, internalSerialQueueName: String = "MiniRx.serial") {
    self.queue = DispatchQueue(label: internalSerialQueueName, target: queue)
  }

  /// - Parameter internalSerialQueueName: the label of the queue that is made.
  public init(internalSerialQueueName: String) {
    queue = DispatchQueue(label: internalSerialQueueName)
  }

  /// Runs the closure on the queue, later.
  public func schedule(_ action: @escaping @Sendable () -> Void) { queue.async(execute: action) }
}
