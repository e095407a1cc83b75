internal import Foundation

/// A thread that runs one closure and can be waited for to its very end. Once it is released, it
/// runs on by itself.
///
/// Made with the system's call, because Foundation's `Thread` reports no failure to start and is
/// detached: after its closure, the destructors of thread-local values still run, and nothing can
/// wait for them.
public final class JoinableThread: Sendable {
  private struct Handle {
    let thread: pthread_t
    /// Whether the thread was joined or is being joined.
    var isTaken = false
  }

  private let handle: Locked<Handle>
  private let isJoined = Gate()

  private init(_ thread: sending pthread_t) { handle = Locked(Handle(thread: thread)) }

  /// Starts a thread; stops the program with a message if the system allows no more.
  ///
  /// - Returns: the thread, for ``join()``.
  @discardableResult
  public static func start(
    name: String, _ body: @escaping @Sendable () -> Void
  ) -> JoinableThread {
    let (thread, status) = make(name, body)
    guard let thread else {
      fatalError("the thread \(name) cannot be started: \(String(cString: strerror(status)))")
    }
    return thread
  }

  /// Starts a thread.
  ///
  /// - Returns: the thread; nil if the system allows no more.
  public static func startIfPossible(
    name: String, _ body: @escaping @Sendable () -> Void
  ) -> JoinableThread? {
    make(name, body).thread
  }

  private static func make(
    _ name: String, _ body: @escaping @Sendable () -> Void
  ) -> (thread: JoinableThread?, status: CInt) {
    let start = Unmanaged.passRetained(Start(name: name, body: body))
    #if canImport(Darwin)
      var created: pthread_t?
      let status = pthread_create(&created, nil, { Start.run($0) }, start.toOpaque())
    #else
      var id = pthread_t()
      let status = pthread_create(&id, nil, { $0.flatMap { Start.run($0) } }, start.toOpaque())
      let created: pthread_t? = status == 0 ? id : nil
    #endif
    guard let created else {
      start.release()
      return (nil, status)
    }
    return (JoinableThread(created), status)
  }

  deinit {
    if let thread = take() { pthread_detach(thread) }
  }

  /// Blocks the calling thread until this one has ended.
  public func join() {
    guard let thread = take() else { return isJoined.wait() }
    let status = pthread_join(thread, nil)
    guard status == 0 else {
      fatalError("a thread cannot be waited for: \(String(cString: strerror(status)))")
    }
    isJoined.open()
  }

  /// Whether the code runs on this thread; after the end, the system may have given its id to
  /// another one.
  var isCurrent: Bool {
    !isJoined.isOpen && handle.withLock { pthread_equal($0.thread, pthread_self()) != 0 }
  }

  /// - Returns: the thread for the first call, which joins the thread or detaches it; nil for others.
  private func take() -> pthread_t? {
    handle.withLock { handle in
      guard !handle.isTaken else { return nil }
      handle.isTaken = true
      return handle.thread
    }
  }
}

/// What a new thread receives.
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
