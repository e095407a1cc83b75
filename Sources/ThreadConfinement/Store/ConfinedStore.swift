public import Foundation
internal import SQLite

/// A store of objects on a file, used on one thread, one queue or one actor, and nowhere else.
///
/// It stays at one version of the file until it is refreshed or begins a write. Each thread opens a store of
/// its own on the same file; one writes at a time, and reading never waits.
///
/// The type is not `Sendable`, so the compiler rejects most uses elsewhere. What it does not see ends
/// the process with a fixed message, in every build: going on would corrupt what others read.
public final class ConfinedStore {
  /// How it was opened. This may be read on any thread.
  public let configuration: Configuration

  let confinement: Confinement
  @usableFromInline let threadToken: UnsafeMutableRawPointer?
  @usableFromInline let threadKey = ThreadIdentity.key
  let file: StoreFile
  let changeSignal: ChangeSignal
  let tables: [ObjectIdentifier: any StoredType]

  /// The state that is read; nil until the first reading after `invalidate`.
  var version: Snapshot?
  /// The open write, which is read instead.
  var transaction: WriteTransaction?
  /// The open write, while observers are notified of what came before it.
  var suspendedTransaction: WriteTransaction?
  var postponedTurn: PostponedTurn?
  /// Why a property could not be set in the open write, which then cannot be committed.
  var assignmentFailure: Failure?
  /// Tells one write from another.
  var writeCount = 0
  /// Counts whatever may change what is read, so that what was read before can be used again.
  // Unchecked exclusivity: reading it again must cost little, and one thread at a time is here.
  @exclusivity(unchecked) @usableFromInline var epoch = 0
  /// Counts how often it was invalidated.
  @usableFromInline var generation = 0

  var observations: [any Observation] = []
  /// The last version that it came to through others.
  var lastForeignVersion: Int64 = 0

  // What was queued, and what is being committed on another thread.
  let asyncWrites: AsyncWrites
  var asyncCount = 0
  var queuedWrites: [QueuedWrite] = []
  var commits: [AsyncCommit] = []
  var isRunningAsyncBlock = false

  /// Whether it comes to new versions by itself, at the next turn of its loop.
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
    do throws(DatabaseError) { version = try Snapshot(of: file) } catch { throw Failure(error) }
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
    // It stands under its own type. A checked cast costs as much as finding the row.
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
