internal import Concurrency
internal import Foundation

/// The thread of a scene's first task, on which all tasks should run.
final class TaskPlace: Sendable {
  private struct Seen {
    var mark: ObjectIdentifier?
    var hasEnded = false
  }

  private let seen = Locked(Seen())

  /// The thread of the current task: `on loader`, if the thread has given itself this name.
  var current: String {
    // A scene takes its steps on the main thread. The grader's own scene may take them elsewhere,
    // but runs no task there.
    if Thread.isMainThread { return "on the caller's thread" }
    let mark = ThreadMark.current { [weak self] in self?.seen.withLock { $0.hasEnded = true } }
    let isFirst = seen.withLock { seen in
      let mark = ObjectIdentifier(mark)
      seen.mark = seen.mark ?? mark
      return seen.mark == mark
    }
    guard isFirst else { return "on another thread than the first" }
    return "on \(CurrentThread.name ?? "a thread without a name")"
  }

  /// Whether the thread of the first task has ended.
  var hasEnded: Bool { seen.withLock { $0.hasEnded } }
}

/// A thread-specific value that reports the end of the thread, even while the `Thread` is retained.
final class ThreadMark {
  private let hasEnded: @Sendable () -> Void

  private init(_ hasEnded: @escaping @Sendable () -> Void) {
    self.hasEnded = hasEnded
  }

  deinit { hasEnded() }

  /// Marks the current thread, if it has no mark.
  ///
  /// - Parameter hasEnded: Called when the thread ends, if it had no mark.
  /// - Returns: The mark of the thread.
  static func current(_ hasEnded: @escaping @Sendable () -> Void) -> ThreadMark {
    if let mark = pthread_getspecific(key) {
      return Unmanaged<ThreadMark>.fromOpaque(mark).takeUnretainedValue()
    }
    let mark = ThreadMark(hasEnded)
    pthread_setspecific(key, Unmanaged.passRetained(mark).toOpaque())
    return mark
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    #if canImport(Darwin)
      pthread_key_create(&key) { Unmanaged<ThreadMark>.fromOpaque($0).release() }
    #else
      pthread_key_create(&key) { $0.map { Unmanaged<ThreadMark>.fromOpaque($0).release() } }
    #endif
    return key
  }()
}
