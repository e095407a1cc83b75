internal import Foundation

/// A thread that runs one closure and can be joined. Releasing the object does not stop the thread.
///
/// Foundation's `Thread` does not report a failure to start, and nothing can wait for the
/// destructors of its thread-local values.
public final class JoinableThread: Sendable {
  private struct Handle {
    let thread: pthread_t
    /// Whether the thread was joined or is being joined.
    var isTaken = false
  }

  private let handle: Locked<Handle>
  private let isJoined = Gate()

  private init(_ thread: sending pthread_t) { handle = Locked(Handle(thread: thread)) }

  /// Starts a thread. Traps if the system cannot create one.
  @discardableResult
  public static func start(name: String, _ body: @escaping @Sendable () -> Void) -> JoinableThread {
    guard let thread = startIfPossible(name: name, body) else {
      fatalError("the thread \(name) cannot be started: the system has no room for another one")
    }
    return thread
  }

  /// Starts a thread; nil if the system cannot create one.
  public static func startIfPossible(
    name: String, _ body: @escaping @Sendable () -> Void
  ) -> JoinableThread? {
    let start = Unmanaged.passRetained(Start(name: name, body: body))
    #if canImport(Darwin)
      var id: pthread_t?
      let status = pthread_create(&id, nil, { Start.run($0) }, start.toOpaque())
    #else
      var id = pthread_t()
      let status = pthread_create(&id, nil, { $0.flatMap { Start.run($0) } }, start.toOpaque())
    #endif
    // After a failure the identifier is undefined.
    guard let thread: pthread_t = status == 0 ? id : nil else {
      start.release()
      return nil
    }
    return JoinableThread(thread)
  }

  deinit {
    if let thread = take() { pthread_detach(thread) }
  }

  /// Blocks the calling thread until this one has ended.
  @available(*, noasync, message: "it blocks the thread")
  public func join() {
    guard let thread = take() else { return isJoined.wait() }
    let status = pthread_join(thread, nil)
    guard status == 0 else {
      fatalError("a thread cannot be joined: \(String(cString: strerror(status)))")
    }
    isJoined.open()
  }

  /// Suspends the caller until this thread has ended, even if the caller's task is cancelled.
  /// Another thread waits; only if the system cannot create it, the caller's thread is blocked.
  public func joined() async {
    startJoining()
    await isJoined.opened()
  }

  private func startJoining() {
    if Self.startIfPossible(name: "join", { self.join() }) == nil { join() }
  }

  /// Whether the calling code runs on this thread. False after the thread was joined, because the
  /// system may reuse its identifier.
  var isCurrent: Bool {
    !isJoined.isOpen && handle.withLock { pthread_equal($0.thread, pthread_self()) != 0 }
  }

  /// - Returns: The thread for the first call, which must join or detach it; nil afterwards.
  private func take() -> pthread_t? {
    handle.withLock { exchange(&$0.isTaken, with: true) ? nil : $0.thread }
  }
}

/// The argument of `pthread_create`: a name and a closure.
private final class Start {
  private let name: String
  private let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }

  static func run(_ start: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    let start = Unmanaged<Start>.fromOpaque(start).takeRetainedValue()
    Thread.current.name = start.name
    start.body()
    return nil
  }
}
