internal import Dispatch
internal import Foundation

public enum MainQueue {
  /// Whether the caller runs on the main thread or the main queue. These differ in a `sync` block
  /// of another queue, and in a program that calls `dispatchMain`, as tests on Linux do.
  public static var isCurrent: Bool {
    Thread.isMainThread || isCurrentQueue
  }

  /// Whether the caller runs on the main queue, on whatever thread.
  public static var isCurrentQueue: Bool { DispatchQueue.getSpecific(key: key) != nil }

  private static let key = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()
}
