import Foundation

/// The fastest way to have another thread do something and wait for it: a mutex and a condition.
final class BareThread: @unchecked Sendable {
  // Unchecked because all that changes is reached while the mutex is locked.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let answer = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var asked = 0
  private var answered = 0
  private var touches = 0
  private let task: (@Sendable () -> Void)?

  /// - Parameter task: what the thread does when it is asked; nil is next to nothing. The thread lives as
  ///   long as the program.
  init(_ task: (@Sendable () -> Void)? = nil) {
    self.task = task
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
    pthread_cond_init(answer, nil)
    Thread.detachNewThread { [self] in serve() }
  }

  func touch() { touches &+= 1 }

  func roundTrip() {
    pthread_mutex_lock(mutex)
    asked += 1
    pthread_cond_signal(condition)
    while answered < asked { pthread_cond_wait(answer, mutex) }
    pthread_mutex_unlock(mutex)
  }

  private func serve() {
    pthread_mutex_lock(mutex)
    while true {
      while answered == asked { pthread_cond_wait(condition, mutex) }
      pthread_mutex_unlock(mutex)
      if let task { task() } else { touch() }
      pthread_mutex_lock(mutex)
      answered = asked
      pthread_cond_signal(answer)
    }
  }
}

/// A value that is read through a key path after a look at the thread, and nothing else.
final class CheckedReading {
  private let key: pthread_key_t
  private let token: UnsafeMutableRawPointer
  private var value = Reading(id: 5)

  init() {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    self.key = key
    token = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    pthread_setspecific(key, token)
  }

  deinit { token.deallocate() }

  @inline(__always)
  func read<Value>(_ keyPath: KeyPath<Reading, Value>) -> Value {
    guard pthread_getspecific(key) == token else { fatalError("wrong thread") }
    return value[keyPath: keyPath]
  }
}
