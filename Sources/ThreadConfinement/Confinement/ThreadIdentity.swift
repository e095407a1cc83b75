internal import Concurrency
internal import Foundation

/// The identity of a thread: one object per thread, stored with the thread and never reused.
///
/// The system gives the number of a thread that has ended to a new one, so a number proves nothing.
/// An object's address is unique as long as a reference to the object exists.
///
/// The main queue has one identity, on whichever thread it runs.
final class ThreadIdentity: @unchecked Sendable {
  // Unchecked because all but `leftovers` is accessed on the thread itself only.
  /// The thread's name, if this package has given it one.
  var name: String?
  /// The loop that runs tasks on this thread, if there is one.
  var loop: (any TaskLoop)?
  /// Receives the failures of reads that cannot throw, inside ``ConfinedStore/checkingReads(_:)``.
  var readCheck: ReadCheck?
  private var stores: [WeakStore] = []
  /// Whether ``end()`` walks the list of stores.
  private var isEnding = false

  /// References to stores that other threads could not hand back; nil after the thread has ended.
  private let leftovers = Locked<[StoreHandle]?>([])

  private struct WeakStore {
    weak var store: ConfinedStore?
  }

  private init(loop: (any TaskLoop)? = nil) { self.loop = loop }

  // MARK: The current thread

  /// The identity of the main queue, and of the main thread as long as that runs the queue.
  static let main = ThreadIdentity(loop: MainLoop())

  /// The key under which each thread stores its object.
  static let key: pthread_key_t = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { stored in
      #if canImport(Darwin)
        ThreadIdentity.threadEnds(stored)
      #else
        if let stored { ThreadIdentity.threadEnds(stored) }
      #endif
    }
    guard status == 0 else { fatalError("no key for a thread-local value is left") }
    return key
  }()

  /// The identity of the current thread.
  static var current: ThreadIdentity {
    let stored = pthread_getspecific(key)
    if stored == main.token || MainLoop.isCurrent {
      if stored == nil, Thread.isMainThread {
        pthread_setspecific(key, Unmanaged.passRetained(main).toOpaque())
      }
      return main
    }
    if let stored { return Unmanaged<ThreadIdentity>.fromOpaque(stored).takeUnretainedValue() }
    let identity = ThreadIdentity()
    pthread_setspecific(key, Unmanaged.passRetained(identity).toOpaque())
    return identity
  }

  /// The value of `pthread_getspecific` on that thread.
  var token: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Whether the current code runs on that thread.
  var isCurrent: Bool {
    pthread_getspecific(Self.key) == token || self === Self.main && MainLoop.isCurrent
  }

  // MARK: The end

  /// Remembers a store that was opened on this thread.
  func add(_ store: ConfinedStore) {
    if !isEnding { stores.removeAll { $0.store == nil } }
    stores.append(WeakStore(store: store))
  }

  /// Ends the stores of this thread; called on it. A second call ends what was begun since the
  /// first.
  func end() {
    loop = nil
    isEnding = true
    // A completion may open further stores. The list stays, since a store may begin a write again.
    var count = 0
    while count < stores.count {
      stores[count].store?.threadEnds()
      count += 1
    }
    isEnding = false
    let handles = leftovers.withLock { leftovers in
      defer { leftovers = nil }
      return leftovers
    }
    withExtendedLifetime(handles) {}
  }

  /// Releases a reference when the thread ends; at once if it has ended.
  func releaseAtEnd(_ handle: StoreHandle) { leftovers.withLock { $0?.append(handle) } }

  /// The thread has run its last function; its thread-local values are being destroyed.
  private static func threadEnds(_ stored: UnsafeMutableRawPointer) {
    let identity = Unmanaged<ThreadIdentity>.fromOpaque(stored).takeRetainedValue()
    // After `dispatchMain` the main queue continues on other threads.
    guard identity !== main else { return }
    // What runs now still runs on this thread.
    pthread_setspecific(key, stored)
    identity.end()
    pthread_setspecific(key, nil)
  }
}
