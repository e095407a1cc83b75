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
}
