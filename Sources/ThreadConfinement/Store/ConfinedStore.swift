public import Foundation
internal import SQLite

/// A store of objects on a file, used on one thread, one queue or one actor, and nowhere else.
///
/// It stays at one version of the file until it is refreshed or begins a write. Each thread opens a
/// store of its own on the same file; one writes at a time, and reading never waits.
///
/// The type is not `Sendable`, so the compiler rejects most uses elsewhere. Any other use elsewhere
/// ends the process with a fixed message, in every build: continuing would corrupt what other
/// threads read.
public final class ConfinedStore {
  /// The configuration with which it was opened. It may be read on any thread.
  public let configuration: Configuration

  let confinement: Confinement
  @usableFromInline let threadToken: UnsafeMutableRawPointer?
  @usableFromInline let threadKey = ThreadIdentity.key
  let file: StoreFile
  let changeSignal: ChangeSignal
  let tables: [ObjectIdentifier: any StoredType]

  /// The version that is read; nil from `invalidate` to the next read.
  var snapshot: Snapshot?
  /// The open write, which is read instead.
  var transaction: WriteTransaction?
  /// The open write, while observers are notified of what came before it.
  var suspendedTransaction: WriteTransaction?
  var postponedTurn: PostponedTurn?
  /// Why a property could not be set in the open write, which then cannot be committed.
  var assignmentFailure: Failure?
  /// Distinguishes one write from another.
  var writeCount = 0
  /// Counts the events that may change what is read; values that were read in the same epoch are
  /// reused.
  // Unchecked exclusivity: it is read on every access, by one thread at a time.
  @exclusivity(unchecked) @usableFromInline var epoch = 0
  /// Counts how often it was invalidated.
  @usableFromInline var generation = 0

  var observations: [any Observation] = []
  /// The version up to which observers of the store have been notified.
  var notifiedVersion: Int64 = 0
  /// The newest version by another store that this one has advanced to.
  var lastForeignVersion: Int64 = 0

  // Queued writes, and commits in progress on another thread.
  let asyncWrites: AsyncWrites
  var asyncCount = 0
  var queuedWrites: [QueuedWrite] = []
  var commits: [AsyncCommit] = []
  var isRunningAsyncBlock = false

  /// Whether the store advances to new versions by itself, at the next turn of its loop.
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
      fatalError("two types of the schema have one name, and would share its table")
    }
    self.tables = tables
    try file.prepare(Array(tables.values), mayBlock: confinement.mayBlock)
    // Before the version is read, so that a commit in between is signalled.
    changeSignal.store = self
    file.add(changeSignal)
    do throws(DatabaseError) { snapshot = try Snapshot(of: file) } catch { throw Failure(error) }
    notifiedVersion = snapshot?.version ?? 0
    if case .thread(let identity) = confinement { identity.add(self) }
  }

  deinit {
    file.remove(changeSignal)
    transaction?.abandon()
    suspendedTransaction?.abandon()
    for write in queuedWrites {
      write.onComplete?(.invalidated)
      write.onDrop?()
    }
  }

  private static func table<Object: ConfinedObject>(of type: Object.Type) -> any StoredType {
    Table<Object>.shared()
  }

  @usableFromInline
  func table<Object: ConfinedObject>(of type: Object.Type) throws(Failure) -> Table<Object> {
    guard let table = tables[ObjectIdentifier(type)] else { throw .unknownType("\(type)") }
    // The dictionary is keyed by this type. A checked cast costs as much as finding the row.
    return unsafeDowncast(table, to: Table<Object>.self)
  }

  // MARK: Checking

  /// Ends the process unless this is where the store may be used.
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
  /// The file, the types, and the behaviour of a store. It may be used on any thread.
  public struct Configuration: Sendable {
    /// The file, which is created with its tables if it does not exist.
    public var file: URL
    /// The types that are stored.
    public var schema: [any ConfinedObject.Type]
    /// The initial value of ``ConfinedStore/autorefresh``.
    public var autorefresh = true
    /// The time limit for waiting until a write of another process ends; waiting for a write of
    /// this process has no limit. Stores that are open on one file at the same time use that of the
    /// first.
    public var busyTimeout: Duration = .seconds(5)
    /// Called before `beginWrite` waits for another write of this process, once and on the waiting
    /// thread.
    public var onWriteRefused: (@Sendable () -> Void)?
    /// Receives the error of a read that cannot throw, outside ``ConfinedStore/checkingReads(_:)``,
    /// on the thread that reads; by default prints a line to standard error.
    public var onReadFailure: @Sendable (Failure) -> Void = { failure in
      FileHandle.standardError.write(Data("store cannot be read: \(failure)\n".utf8))
    }
    /// The maximal number of pages of the file, for simulating a full disk.
    package var pageLimit: Int?

    /// - Parameters:
    ///   - file: the store's file.
    ///   - schema: the types that are stored in it.
    public init(file: URL, schema: [any ConfinedObject.Type]) {
      self.file = file
      self.schema = schema
    }
  }
}

extension ConfinedStore {
  /// Opens a store for the current thread, or inside a block of a ``ConfinedQueue`` for that queue.
  ///
  /// A second call in the same place returns the same store, as long as a reference to it exists:
  /// two stores could wait for each other's writes forever.
  ///
  /// - Throws: ``Failure/schemaChanged(type:found:wanted:)``; ``Failure/openWithoutTypes(_:)`` if
  ///   the store is open in this place with other types; or the database's error.
  public static func open(_ configuration: Configuration) throws(Failure) -> ConfinedStore {
    let confinement = ConfinedQueue.current.map(Confinement.queue) ?? .thread(.current)
    return try open(configuration, confinedTo: confinement)
  }

  /// Opens a store for a queue; call it from a block of that queue, or the process ends.
  ///
  /// - Throws: ``Failure/schemaChanged(type:found:wanted:)``, or the database's error.
  public static func open(
    _ configuration: Configuration, queue: ConfinedQueue
  ) throws(Failure) -> ConfinedStore {
    guard queue.isCurrent else { Misuse.openedOnWrongQueue.stop() }
    return try open(configuration, confinedTo: .queue(queue))
  }

  /// Opens a store for an actor.
  ///
  /// - Throws: ``Failure/schemaChanged(type:found:wanted:)``, or the database's error.
  public static func open(
    _ configuration: Configuration, actor: isolated any Actor
  ) throws(Failure) -> ConfinedStore {
    try open(configuration, confinedTo: .on(actor))
  }

  private static func open(
    _ configuration: Configuration, confinedTo confinement: Confinement
  ) throws(Failure) -> ConfinedStore {
    let url = configuration.file
    // SQLite would truncate the name at the NUL.
    guard url.isFileURL, !url.path(percentEncoded: false).contains("\0") else {
      throw Failure(.notAFile(url))
    }
    let file = StoreFile.shared(configuration)
    let known = file.changeSignals.first { $0.confinement.isSame(as: confinement) }?.store
    if let known {
      let missing = configuration.schema.filter { known.tables[ObjectIdentifier($0)] == nil }
      guard missing.isEmpty else { throw .openWithoutTypes(missing.map { "\($0)" }) }
      return known
    }
    return try ConfinedStore(configuration, confinedTo: confinement)
  }
}
