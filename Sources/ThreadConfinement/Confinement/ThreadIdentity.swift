internal import Concurrency
internal import Dispatch
internal import Foundation

/// A thread or queue that runs tasks one at a time.
public protocol TaskLoop: Sendable {
  /// Adds a task, which runs asynchronously after earlier ones; false if the loop never runs it.
  func enqueue(_ task: @escaping @Sendable () -> Void) -> Bool
}

/// The current thread as a place to which stores are confined.
public enum StoreThread {
  /// Sets the loop that runs tasks on the current thread, after the end of a former one, and the
  /// thread's ``name``. Stores opened on it afterwards refresh automatically and can be observed.
  public static func takesTasks(from loop: any TaskLoop, name: String) {
    ThreadIdentity.current.takesTasks(from: loop, name: name)
  }

  /// Declares that the current thread runs no more tasks, as the end of a thread also does. Its
  /// stores cancel their open writes, complete asynchronous ones and release their observers and
  /// snapshots. Other writes fail with ``ConfinedStore/Failure/threadEnded``.
  public static func endTasks() { ThreadIdentity.current.end() }

  /// The current thread's name; nil unless ``takesTasks(from:name:)`` or ``ConfinedThread`` set it.
  public static var name: String? { ThreadIdentity.current.name }
}

/// The main queue as a loop. Its tasks run on the main thread while the main run loop runs. After
/// `dispatchMain`, and in an asynchronous `main` on Linux, they run on varying threads.
struct MainLoop: TaskLoop {
  func enqueue(_ task: @escaping @Sendable () -> Void) -> Bool {
    DispatchQueue.main.async(execute: task)
    return true
  }
}

/// The identity of a thread: one object, stored with the thread, because the system reuses the
/// identifiers of ended threads. The main queue has one identity, whatever thread it runs on.
final class ThreadIdentity: @unchecked Sendable {
  // Unchecked because everything but `leftovers` is accessed only on the thread itself.
  var name: String?
  var loop: (any TaskLoop)?
  /// Receives the errors of reads that cannot throw, inside ``ConfinedStore/checkingReads(_:)``.
  var readCheck: ReadCheck?
  private var stores: [WeakStore] = []

  /// Stores that other threads could not return to the loop; nil after the end.
  private let leftovers = Locked<[StoreHandle]?>([])

  private struct WeakStore {
    weak var store: ConfinedStore?
  }

  private init(loop: (any TaskLoop)? = nil) { self.loop = loop }

  /// The identity of the main queue, and of the main thread while it runs the queue.
  static let main = ThreadIdentity(loop: MainLoop())

  static let key: pthread_key_t = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { ThreadIdentity.threadEnds($0) }
    guard status == 0 else { fatalError("the system has no thread-local key left") }
    return key
  }()

  static var current: ThreadIdentity {
    let stored = pthread_getspecific(key)
    if stored == main.token || MainQueue.isCurrentQueue {
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

  var token: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  var isCurrent: Bool {
    pthread_getspecific(Self.key) == token || self === Self.main && MainQueue.isCurrentQueue
  }

  func takesTasks(from loop: any TaskLoop, name: String) {
    end()
    (self.loop, self.name) = (loop, name)
    leftovers.withLock { $0 = $0 ?? [] }
  }

  func add(_ store: ConfinedStore) {
    stores.removeAll { $0.store == nil }
    stores.append(WeakStore(store: store))
  }

  func end() {
    loop = nil
    // A completion may open further stores.
    while !stores.isEmpty { stores.removeFirst().store?.threadEnds() }
    let handles = leftovers.withLock { $0.take() }
    withExtendedLifetime(handles) {}
  }

  /// Releases a reference when the thread ends, or immediately if it has ended.
  func releaseAtEnd(_ handle: StoreHandle) { leftovers.withLock { $0?.append(handle) } }

  /// Called while the thread's thread-local values are destroyed, after its last function.
  private static func threadEnds(_ stored: UnsafeMutableRawPointer?) {
    guard let stored else { return }
    let identity = Unmanaged<ThreadIdentity>.fromOpaque(stored).takeRetainedValue()
    // After `dispatchMain` the main queue continues on other threads.
    guard identity !== main else { return }
    // Restored, because the code below still runs on this thread.
    pthread_setspecific(key, stored)
    identity.end()
    pthread_setspecific(key, nil)
  }
}
