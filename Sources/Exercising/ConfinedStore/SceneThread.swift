internal import Foundation

/// A thread that does what a scene says, and whose number a new one may get when it has ended.
final class SceneThread: @unchecked Sendable {
  // Unchecked because what changes is reached while `condition` is locked only, and `handle` by the scene's thread only.
  private let condition = NSCondition()
  private var job: Job?
  private var isOver = false
  #if canImport(Darwin)
    private var handle: pthread_t?
  #else
    private var handle = pthread_t()
  #endif

  private struct Job {
    let run: () -> Void
  }

  init() {
    let context = Unmanaged.passRetained(self).toOpaque()
    // By the system's own call, because only such a thread can be waited for to its very end.
    #if canImport(Darwin)
      pthread_create(&handle, nil, { SceneThread.begin($0) }, context)
    #else
      pthread_create(&handle, nil, { $0.flatMap { SceneThread.begin($0) } }, context)
    #endif
  }

  private static func begin(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    // All have the same name, so that a name tells nothing.
    PresentThread.name = "worker"
    Unmanaged<SceneThread>.fromOpaque(context).takeRetainedValue().work()
    return nil
  }

  private func work() {
    while let job = next() {
      job.run()
      condition.withLock {
        self.job = nil
        condition.broadcast()
      }
    }
  }

  private func next() -> Job? {
    condition.lock()
    defer { condition.unlock() }
    while job == nil, !isOver { condition.wait() }
    return job
  }

  /// Does it on the thread, and waits until it is done.
  func run(_ body: @escaping () -> Void) {
    condition.lock()
    defer { condition.unlock() }
    job = Job(run: body)
    condition.broadcast()
    while job != nil { condition.wait() }
  }

  /// Begins on the thread, and waits for nothing.
  func begin(_ body: @escaping () -> Void) {
    condition.withLock {
      job = Job(run: body)
      condition.broadcast()
    }
  }

  /// Lets it finish what it does, and waits until it is gone.
  func end() {
    condition.lock()
    while job != nil { condition.wait() }
    isOver = true
    condition.broadcast()
    condition.unlock()
    #if canImport(Darwin)
      if let handle { pthread_join(handle, nil) }
    #else
      pthread_join(handle, nil)
    #endif
  }
}
