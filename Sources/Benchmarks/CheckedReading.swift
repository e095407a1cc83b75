import Foundation

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
