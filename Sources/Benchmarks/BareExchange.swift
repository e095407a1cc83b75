import Foundation

/// The fastest way to have another thread do something and wait for it: a mutex and a condition.
///
/// The other thread is whichever calls `serve`. Each signals after it has unlocked: a thread that is woken
/// while the mutex is locked runs, on the same processor, only to wait for it.
final class BareExchange: @unchecked Sendable {
  // Unchecked because all that changes is reached while the mutex is locked.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let answer = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var asked = 0
  private var answered = 0
  private var touches = 0
  private let task: (@Sendable () -> Void)?

  /// - Parameter task: What the other thread does when it is asked; nil is next to nothing.
  init(_ task: (@Sendable () -> Void)? = nil) {
    self.task = task
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
    pthread_cond_init(answer, nil)
  }

  deinit {
    pthread_cond_destroy(answer)
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    answer.deallocate()
    condition.deallocate()
    mutex.deallocate()
  }

  func touch() { touches &+= 1 }

  func roundTrip() {
    pthread_mutex_lock(mutex)
    asked += 1
    pthread_mutex_unlock(mutex)
    pthread_cond_signal(condition)
    pthread_mutex_lock(mutex)
    while answered < asked { pthread_cond_wait(answer, mutex) }
    pthread_mutex_unlock(mutex)
  }

  /// What the other thread does.
  func serve(_ repetitions: Int) {
    pthread_mutex_lock(mutex)
    for _ in 0..<repetitions {
      while answered == asked { pthread_cond_wait(condition, mutex) }
      pthread_mutex_unlock(mutex)
      if let task { task() } else { touch() }
      pthread_mutex_lock(mutex)
      answered = asked
      pthread_mutex_unlock(mutex)
      pthread_cond_signal(answer)
      pthread_mutex_lock(mutex)
    }
    pthread_mutex_unlock(mutex)
  }
}
