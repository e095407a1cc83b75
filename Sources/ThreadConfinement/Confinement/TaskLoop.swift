internal import Dispatch

/// A thread or queue that takes tasks and runs them one after the other.
public protocol TaskLoop: Sendable {
  /// Adds a task, which runs later, after those that were added before.
  ///
  /// - Returns: false if the loop takes no more tasks; the task then never runs.
  func enqueue(_ task: @escaping @Sendable () -> Void) -> Bool
}

/// The current thread as a place to which stores are confined.
public enum CurrentThread {
  /// Sets the loop of the current thread: stores that are opened on it from now on refresh
  /// themselves and may be observed.
  ///
  /// - Parameters:
  ///   - loop: a loop that runs its tasks on this thread.
  ///   - name: the thread's name, for ``name``.
  public static func takesTasks(from loop: any TaskLoop, name: String) {
    let identity = ThreadIdentity.current
    identity.loop = loop
    identity.name = name
  }

  /// Declares that the current thread runs no more tasks. The end of a thread does the same.
  ///
  /// Each store of the thread cancels its open write, completes its asynchronous writes, those that
  /// have not begun with ``ConfinedStore/Failure/threadEnded``, and releases its observers and its
  /// version.
  public static func endTasks() { ThreadIdentity.current.end() }

  /// The name of the current thread; nil if it was set neither here nor by ``ConfinedThread``.
  public static var name: String? { ThreadIdentity.current.name }
}

/// The main queue as a loop. Its tasks run on the main thread while the main run loop runs; after
/// `dispatchMain`, and in an asynchronous `main` on Linux, they run on changing threads.
struct MainLoop: TaskLoop {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the current code runs on the main queue, whichever thread runs that.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  func enqueue(_ task: @escaping @Sendable () -> Void) -> Bool {
    DispatchQueue.main.async(execute: task)
    return true
  }
}
