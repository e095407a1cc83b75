internal import Foundation

/// A thread that runs one closure and can be waited for to its very end.
///
/// Made with the system's call, because Foundation's `Thread` is detached: after its closure, the
/// destructors of thread-local values still run, and nothing can wait for them.
final class JoinableThread: Sendable {
  private struct Handle: @unchecked Sendable {
    // Unchecked because Darwin's handle is a pointer, which the system allows on any thread.
    let thread: pthread_t
  }

  private let handle: Handle
  /// Whether the thread was joined or is being joined.
  private let isTaken = Locked(false)
  private let isJoined = Gate()

  /// Starts the thread.
  init(name: String, _ body: @escaping @Sendable () -> Void) {
    let start = Unmanaged.passRetained(Start(name: name, body: body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(&thread, nil, { Start.run($0) }, start.toOpaque())
      guard let thread else { fatalError(Self.failure(name, status)) }
    #else
      var thread = pthread_t()
      let status = pthread_create(&thread, nil, { $0.flatMap { Start.run($0) } }, start.toOpaque())
      guard status == 0 else { fatalError(Self.failure(name, status)) }
    #endif
    handle = Handle(thread: thread)
  }

  private static func failure(_ name: String, _ status: CInt) -> String {
    "the thread \(name) cannot be started: \(String(cString: strerror(status)))"
  }

  deinit {
    if take() { pthread_detach(handle.thread) }
  }

  /// Blocks the calling thread until this one has ended.
  func join() {
    guard take() else { return isJoined.wait() }
    let status = pthread_join(handle.thread, nil)
    guard status == 0 else {
      fatalError("a thread cannot be waited for: \(String(cString: strerror(status)))")
    }
    isJoined.open()
  }

  /// Whether the code runs on this thread; after the end, the system may have given its id to
  /// another one.
  var isCurrent: Bool { !isJoined.isOpen && pthread_equal(handle.thread, pthread_self()) != 0 }

  /// - Returns: whether this call is the first, which joins the thread or detaches it.
  private func take() -> Bool {
    isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
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
