internal import Dispatch

/// A thread or queue that runs tasks one at a time.
public protocol TaskLoop: Sendable {
  /// Adds a task, which runs asynchronously after those added before.
  ///
  /// - Returns: False if the loop has ended; the task then never runs.
  func enqueue(_ task: @escaping @Sendable () -> Void) -> Bool
}

/// The current thread as a place to which stores are confined.
public enum CurrentThread {
  /// Sets the loop of the current thread. Stores that are opened on it afterwards refresh
  /// automatically and can be observed.
  ///
  /// - Parameters:
  ///   - loop: A loop that runs its tasks on this thread.
  ///   - name: The thread's name, for ``name``.
  public static func takesTasks(from loop: any TaskLoop, name: String) {
    ThreadIdentity.current.takesTasks(from: loop, name: name)
  }

  /// Declares that the current thread runs no more tasks, as the end of a thread also does.
  ///
  /// Each store of the thread cancels its open write, completes its asynchronous writes and
  /// releases its observers and its snapshot. Writes that have not begun fail with
  /// ``ConfinedStore/Failure/threadEnded``.
  public static func endTasks() { ThreadIdentity.current.end() }

  /// The name of the current thread; nil unless ``takesTasks(from:name:)`` or ``ConfinedThread``
  /// set it.
  public static var name: String? { ThreadIdentity.current.name }
}

/// The main queue as a loop. Its tasks run on the main thread while the main run loop runs. After
/// `dispatchMain`, and in an asynchronous `main` on Linux, they run on varying threads.
struct MainLoop: TaskLoop {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the calling code runs on the main queue, on any thread.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  func enqueue(_ task: @escaping @Sendable () -> Void) -> Bool {
    DispatchQueue.main.async(execute: task)
    return true
  }
}
