internal import Dispatch

/// A thread or queue that takes tasks and runs them one after the other.
public protocol TaskLoop: Sendable {
  /// Adds a task, which runs later; a loop that has ended drops it.
  func enqueue(_ task: @escaping @Sendable () -> Void)
}

/// Ways to make the present thread one that is told of changes.
public enum PresentThread {
  /// Makes tasks for the present thread go to that loop: stores that are opened on it from now on
  /// refresh themselves and may be observed.
  ///
  /// - Parameters:
  ///   - loop: a loop that runs its tasks on this thread.
  ///   - name: the thread's name, for ``name``.
  public static func takesTasks(from loop: any TaskLoop, name: String) {
    let identity = ThreadIdentity.current
    identity.loop = loop
    identity.name = name
  }

  /// The name that the present thread was given here; nil for any other thread.
  public static var name: String? { ThreadIdentity.current.name }
}

/// The main thread's loop, which runs when the main run loop or `dispatchMain` does.
struct MainLoop: TaskLoop {
  func enqueue(_ task: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async(execute: task)
  }
}
