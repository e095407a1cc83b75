internal import Foundation

/// A mark on a thread that tells when the thread ends, whoever still holds its object.
final class ThreadMark {
  private let hasEnded: @Sendable () -> Void

  private init(_ hasEnded: @escaping @Sendable () -> Void) {
    self.hasEnded = hasEnded
  }

  deinit { hasEnded() }

  /// Marks the present thread, if it has no mark.
  ///
  /// - Parameter hasEnded: called when it ends, if it had none.
  /// - Returns: its mark.
  static func present(_ hasEnded: @escaping @Sendable () -> Void) -> ThreadMark {
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

  /// How long the present thread has worked, in milliseconds; time in which it waits does not count.
  static var presentWork: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }
}
