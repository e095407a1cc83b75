import Foundation

/// The fastest way for a thread to wake its caller and a third thread, and to continue after the
/// third has worked: a mutex, and a condition for each wait.
///
/// A queue thread serves the caller: it wakes the caller and a worker in one turn, and takes the
/// next operation when the worker has replied. An operation that arrives earlier does not wake it.
final class BareFork: @unchecked Sendable {
  // Unchecked because all mutable state is accessed only while the mutex is locked.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let conditions = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 4)
  private var asked = 0
  private var shown = 0
  private var handedOver = 0
  private var saved = 0

  init() {
    pthread_mutex_init(mutex, nil)
    for number in 0..<4 { pthread_cond_init(conditions + number, nil) }
  }

  deinit {
    for number in 0..<4 { pthread_cond_destroy(conditions + number) }
    pthread_mutex_destroy(mutex)
    conditions.deallocate()
    mutex.deallocate()
  }

  private var isAsked: UnsafeMutablePointer<pthread_cond_t> { conditions }
  private var isShown: UnsafeMutablePointer<pthread_cond_t> { conditions + 1 }
  private var isHandedOver: UnsafeMutablePointer<pthread_cond_t> { conditions + 2 }
  private var isSaved: UnsafeMutablePointer<pthread_cond_t> { conditions + 3 }

  /// Returns when the queue has woken the caller; the worker may not have replied yet.
  func operate() {
    pthread_mutex_lock(mutex)
    asked += 1
    pthread_mutex_unlock(mutex)
    pthread_cond_signal(isAsked)
    pthread_mutex_lock(mutex)
    while shown < asked { pthread_cond_wait(isShown, mutex) }
    pthread_mutex_unlock(mutex)
  }

  /// Starts the queue and worker threads, which never end.
  func start() {
    Thread { self.serveAsQueue() }.start()
    Thread { self.serveAsWorker() }.start()
  }

  private func serveAsQueue() {
    pthread_mutex_lock(mutex)
    while true {
      while shown == asked { pthread_cond_wait(isAsked, mutex) }
      shown += 1
      handedOver += 1
      pthread_mutex_unlock(mutex)
      pthread_cond_signal(isShown)
      pthread_cond_signal(isHandedOver)
      pthread_mutex_lock(mutex)
      while saved < handedOver { pthread_cond_wait(isSaved, mutex) }
    }
  }

  private func serveAsWorker() {
    pthread_mutex_lock(mutex)
    while true {
      while saved == handedOver { pthread_cond_wait(isHandedOver, mutex) }
      saved += 1
      pthread_mutex_unlock(mutex)
      pthread_cond_signal(isSaved)
      pthread_mutex_lock(mutex)
    }
  }
}
