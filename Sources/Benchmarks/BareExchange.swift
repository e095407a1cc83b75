import Foundation

/// The fastest way to run work on another thread and wait for it: a mutex and two conditions.
///
/// The other thread is the one that calls `serve`. Each thread signals after unlocking: on one
/// processor, a thread that is woken while the mutex is locked would run only to wait for the
/// mutex.
final class BareExchange: @unchecked Sendable {
  // Unchecked because all mutable state is accessed only while the mutex is locked.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let reply = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var requested = 0
  private var completed = 0
  private var touches = 0
  private let task: (@Sendable () -> Void)?

  /// - Parameter task: The work of the other thread for each request. Nil for none.
  init(_ task: (@Sendable () -> Void)? = nil) {
    self.task = task
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
    pthread_cond_init(reply, nil)
  }

  deinit {
    pthread_cond_destroy(reply)
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    reply.deallocate()
    condition.deallocate()
    mutex.deallocate()
  }

  func touch() { touches &+= 1 }

  func roundTrip() {
    pthread_mutex_lock(mutex)
    requested += 1
    pthread_mutex_unlock(mutex)
    pthread_cond_signal(condition)
    pthread_mutex_lock(mutex)
    while completed < requested { pthread_cond_wait(reply, mutex) }
    pthread_mutex_unlock(mutex)
  }

  /// The loop of the other thread.
  func serve(_ repetitions: Int) {
    pthread_mutex_lock(mutex)
    for _ in 0..<repetitions {
      while completed == requested { pthread_cond_wait(condition, mutex) }
      pthread_mutex_unlock(mutex)
      if let task { task() } else { touch() }
      pthread_mutex_lock(mutex)
      completed = requested
      pthread_mutex_unlock(mutex)
      pthread_cond_signal(reply)
      pthread_mutex_lock(mutex)
    }
    pthread_mutex_unlock(mutex)
  }
}
