internal import Foundation

/// A thread that runs one closure and can be waited for to its very end.
///
/// Made with the system's call, because Foundation's `Thread` is detached: after its closure, the destructors of
/// thread-local values still run, and nothing can wait for them.
final class JoinableThread: Sendable {
  private struct Handle: @unchecked Sendable {
    // Unchecked because Darwin's handle is a pointer, which the system allows on any thread.
    let thread: pthread_t
  }

  /// nil when the thread has been, or is being, joined.
  private let handle: Locked<Handle?>
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
    handle = Locked(Handle(thread: thread))
  }

  private static func failure(_ name: String, _ status: CInt) -> String {
    "the thread \(name) cannot be started: \(String(cString: strerror(status)))"
  }

  deinit {
    if let handle = takeHandle() { pthread_detach(handle.thread) }
  }

  /// Blocks the calling thread until this one has ended.
  func join() {
    guard let handle = takeHandle() else { return isJoined.wait() }
    pthread_join(handle.thread, nil)
    isJoined.open()
  }

  private func takeHandle() -> Handle? {
    handle.withLock { handle in
      defer { handle = nil }
      return handle
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
