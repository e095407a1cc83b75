internal import Concurrency
public import Foundation
internal import SQLite

/// A store of objects in a file. Each thread, queue or actor opens its own, confined to it.
///
/// It stays at one version of the file until it is refreshed or begins a write. One store writes at
/// a time; reads never wait. The type is not `Sendable`, so the compiler rejects most uses in
/// another place. The others trap with a fixed message, in every build configuration.
public final class ConfinedStore {
  /// The configuration with which the store was opened. It can be read on any thread.
  public let configuration: Configuration

  let confinement: Confinement
  @usableFromInline let threadToken: UnsafeMutableRawPointer?
  @usableFromInline let threadKey = ThreadIdentity.key
  let file: StoreFile
  let changeSignal: ChangeSignal
  let tables: [ObjectIdentifier: any StoredType]

  var state = StoreState()
  // Unchecked exclusivity for speed: every property access reads it, on one thread at a time.
  // Changing it may release a snapshot, whose `deinit` does not use the store.
  @exclusivity(unchecked) @usableFromInline var reading = StoreReading()
  let asyncWrites: AsyncWrites
  var transaction: WriteTransaction? { state.openWrite }
  var observations: [Observation] = []

  /// Whether the store advances to new versions automatically, at the next turn of its loop.
  public var autorefresh: Bool {
    get {
      check()
      return refreshesItself
    }
    set {
      check()
      refreshesItself = newValue
    }
  }
  var refreshesItself: Bool

  init(_ configuration: Configuration, confinedTo confinement: Confinement) throws(Failure) {
    self.configuration = configuration
    self.confinement = confinement
    threadToken = confinement.threadToken
    refreshesItself = configuration.autorefresh
    file = StoreFile.shared(configuration)
    changeSignal = ChangeSignal(confinement: confinement)
    asyncWrites = AsyncWrites(file: file)
    var tables: [ObjectIdentifier: any StoredType] = [:]
    for type in configuration.schema { tables[ObjectIdentifier(type)] = Self.table(of: type) }
    guard Set(tables.values.map(\.name)).count == tables.count else {
      fatalError("two types of the schema have the same name and would share a table")
    }
    self.tables = tables
    try file.prepare(Array(tables.values), mayBlock: confinement.mayBlock)
    // Added before the version is read, so that a commit in between is signalled.
    changeSignal.store = self
    file.changeSignals.withLock { $0.append(changeSignal) }
    reading = StoreReading(try Snapshot(of: file))
    if case .thread(let identity) = confinement { identity.add(self) }
  }

  deinit {
    file.changeSignals.withLock { [changeSignal] in $0.removeAll { $0 === changeSignal } }
    state.endWrite(.notStored(.invalidated))?.abandon()
    // The store may be released before its loop takes the write.
    asyncWrites.cancel()
    for write in state.dropQueuedWrites() { write.onComplete?(.invalidated) }
  }

  private static func table<Object: ConfinedObject>(of type: Object.Type) -> any StoredType {
    ObjectTable<Object>.shared()
  }

  @usableFromInline
  func table<Object: ConfinedObject>(of type: Object.Type) throws(Failure) -> ObjectTable<Object> {
    guard let table = tables[ObjectIdentifier(type)] else { throw .unknownType("\(type)") }
    // Safe, because the dictionary is keyed by type. A checked cast costs as much as the lookup.
    return unsafeDowncast(table, to: ObjectTable<Object>.self)
  }

  @inlinable
  func check() {
    guard let threadToken, pthread_getspecific(threadKey) == threadToken else {
      return checkThoroughly()
    }
  }

  @usableFromInline
  func checkThoroughly() { confinement.check() }
}

@available(*, unavailable, message: "A store is used where it was opened; open another one.")
extension ConfinedStore: Sendable {}

extension ConfinedStore {
  /// The file, the types and the behaviour of a store. It can be used on any thread.
  public struct Configuration: Sendable {
    /// The file, which is created with its tables if it does not exist.
    public var file: URL
    public var schema: [any ConfinedObject.Type]
    /// The initial value of ``ConfinedStore/autorefresh``.
    public var autorefresh = true
    /// How long a write waits for a write of another process; for one of this process it waits
    /// without limit. The stores that are open on a file share the limit of the first one.
    public var busyTimeout: Duration = .seconds(5)
    /// Called once, on the waiting thread, before `beginWrite` waits for another write of this
    /// process.
    public var onWriteRefused: (@Sendable () -> Void)?
    /// Receives the errors of non-throwing reads outside ``ConfinedStore/checkingReads(_:)``, on
    /// the reading thread; by default prints a line to standard error.
    public var onReadFailure: @Sendable (Failure) -> Void = { failure in
      FileHandle.standardError.write(Data("store cannot be read: \(failure)\n".utf8))
    }
    /// The maximum number of pages of the file, for simulating a full disk.
    package var pageLimit: Int?
    /// Whether commits wait for the disk; not in scenes whose file is removed at once.
    package var syncsCommits = true

    public init(file: URL, schema: [any ConfinedObject.Type]) {
      self.file = file
      self.schema = schema
    }
  }
}

extension ConfinedStore {
  /// Opens a store for the current thread or, in a block of a ``ConfinedQueue``, for that queue.
  ///
  /// While the store exists, another call in the same place returns it, until
  /// ``StoreThread/endTasks()`` or ``StoreThread/takesTasks(from:name:)`` ends it.
  ///
  /// - Throws: ``Failure/schemaChanged(type:found:wanted:)``; ``Failure/openWithoutTypes(_:)`` if
  ///   the store is open in this place with other types; or a database error.
  public static func open(_ configuration: Configuration) throws(Failure) -> ConfinedStore {
    let confinement = ConfinedQueue.current.map(Confinement.queue) ?? .thread(.current)
    return try open(configuration, confinedTo: confinement)
  }

  /// Opens a store for a queue, as for a thread. Traps outside that queue's blocks.
  public static func open(
    _ configuration: Configuration, queue: ConfinedQueue
  ) throws(Failure) -> ConfinedStore {
    guard queue.isCurrent else { Misuse.openedOnWrongQueue.stop() }
    return try open(configuration, confinedTo: .queue(queue))
  }

  /// Opens a store for an actor, as for a thread.
  public static func open(
    _ configuration: Configuration, actor: isolated any Actor
  ) throws(Failure) -> ConfinedStore {
    try open(configuration, confinedTo: .on(actor))
  }

  private static func open(
    _ configuration: Configuration, confinedTo confinement: Confinement
  ) throws(Failure) -> ConfinedStore {
    let url = configuration.file
    // SQLite would truncate the path at the NUL.
    guard url.isFileURL, !url.path(percentEncoded: false).contains("\0") else {
      throw .database(.notAFile(url))
    }
    let file = StoreFile.shared(configuration)
    let known = file.changeSignals.withLock({ $0 }).first { signal in
      signal.confinement.isSame(as: confinement) && !signal.hasEnded
    }
    if let known = known?.store {
      let missing = configuration.schema.filter { known.tables[ObjectIdentifier($0)] == nil }
      guard missing.isEmpty else { throw .openWithoutTypes(missing.map { "\($0)" }) }
      return known
    }
    return try ConfinedStore(configuration, confinedTo: confinement)
  }
}
