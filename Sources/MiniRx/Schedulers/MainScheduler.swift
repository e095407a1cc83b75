import Foundation

/// The main thread: at once when called from there, as soon as it is free otherwise.
public struct MainScheduler: SchedulerType {
  /// The one main thread.
  public static let instance = MainScheduler()

  /// Runs the closure on the main thread.
  public func schedule(_ action: @escaping @Sendable () -> Void) {
    if Thread.isMainThread { action() } else { DispatchQueue.main.async(execute: action) }
  }
}
