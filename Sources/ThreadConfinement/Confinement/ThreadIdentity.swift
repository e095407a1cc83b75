internal import Foundation

/// Who a thread is: one object for each, kept with the thread and never given to another.
///
/// The system gives the number of a thread that ended to a new one, so a number proves nothing.
/// This object lives as long as anybody holds it, so its address is nobody else's meanwhile.
final class ThreadIdentity: @unchecked Sendable {
  // Unchecked because what can change is reached on the thread itself only.
  /// The name that this project gave it, if any.
  var name: String?
  /// Where tasks for this thread go, if it takes any.
  var loop: (any TaskLoop)?

  /// The ``ConfinedThread`` that runs on it, which is kept meanwhile, if one does.
  var thread: ObjectIdentifier?

  private init() {}

  /// The key under which each thread keeps its object.
  static let key: pthread_key_t = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { kept in
      #if canImport(Darwin)
        Unmanaged<ThreadIdentity>.fromOpaque(kept).release()
      #else
        if let kept { Unmanaged<ThreadIdentity>.fromOpaque(kept).release() }
      #endif
    }
    guard status == 0 else { fatalError("no key for a thread-local value is left") }
    return key
  }()

  /// The present thread's.
  static var current: ThreadIdentity {
    if let kept = pthread_getspecific(key) {
      return Unmanaged<ThreadIdentity>.fromOpaque(kept).takeUnretainedValue()
    }
    let identity = ThreadIdentity()
    if Thread.isMainThread { identity.loop = MainLoop() }
    pthread_setspecific(key, Unmanaged.passRetained(identity).toOpaque())
    return identity
  }

  /// What `pthread_getspecific` gives on that thread.
  var token: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}
