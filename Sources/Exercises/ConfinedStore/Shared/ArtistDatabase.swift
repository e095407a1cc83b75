internal import Synchronization

/// An artist as a value, which may leave the actor.
public struct ArtistCopy: Sendable, Hashable {
  public let id: Int
  public var name: String
  /// The user's likes, which the server does not have.
  public var likes: Int

  public init(id: Int, name: String, likes: Int) {
    (self.id, self.name, self.likes) = (id, name, likes)
  }
}

/// An artist in the database. It changes with the database, and is invalid once removed.
public final class LiveArtist {
  public let id: Int
  private let database: ArtistDatabase

  fileprivate init(_ id: Int, in database: ArtistDatabase) {
    self.id = id
    self.database = database
  }

  public var name: String {
    get { database.row(id).name }
    set { database.change(id) { $0.name = newValue } }
  }

  public var likes: Int {
    get { database.row(id).likes }
    set { database.change(id) { $0.likes = newValue } }
  }
}

/// A database of artists. It may be used only on its executor and changed only in a write.
///
/// Other use, changes outside a write and use of removed artists are reported and have no effect.
public final class ArtistDatabase {
  private let executor: DatabaseExecutor
  private let report: @Sendable (String) -> Void
  private var rows: [Int: ArtistCopy]
  private var isWriting = false

  /// Opens a database with artists of these names, without likes.
  init(
    _ names: [Int: String], on executor: DatabaseExecutor,
    report: @escaping @Sendable (String) -> Void
  ) {
    let artists = names.map { ($0, ArtistCopy(id: $0, name: $1, likes: 0)) }
    rows = Dictionary(uniqueKeysWithValues: artists)
    self.executor = executor
    self.report = report
    isUsedRightly("opened")
  }

  /// All artists, in no particular order.
  public var artists: [LiveArtist] {
    guard isUsedRightly("read") else { return [] }
    return rows.keys.sorted(by: >).map { LiveArtist($0, in: self) }
  }

  /// The artist with an id, or nil.
  public func artist(_ id: Int) -> LiveArtist? {
    guard isUsedRightly("read"), rows[id] != nil else { return nil }
    return LiveArtist(id, in: self)
  }

  /// Changes the database. Each write is reported with the artists that it has changed.
  public func write(_ changes: () -> Void) {
    guard isUsedRightly("written") else { return }
    let former = rows
    isWriting = true
    changes()
    isWriting = false
    let changed = Set(former.keys).union(rows.keys).filter { former[$0] != rows[$0] }.sorted()
    if changed.isEmpty { return }
    let lines = changed.map { id in
      rows[id].map { "\(id) \($0.name) \($0.likes)" } ?? "\(id) removed"
    }
    report("database: wrote \(lines.joined(separator: ", "))")
  }

  /// Adds an artist without likes, or replaces the one with the same id.
  public func insert(_ id: Int, name: String) {
    if mayChange(id) { rows[id] = ArtistCopy(id: id, name: name, likes: 0) }
  }

  /// Removes an artist. Has no effect if the id is unknown.
  public func remove(_ id: Int) {
    if mayChange(id) { rows[id] = nil }
  }

  fileprivate func row(_ id: Int) -> ArtistCopy {
    if isUsedRightly("read") {
      if let row = rows[id] { return row }
      report("database: artist \(id) is used and was removed")
    }
    return ArtistCopy(id: id, name: "", likes: 0)
  }

  fileprivate func change(_ id: Int, _ body: (inout ArtistCopy) -> Void) {
    guard mayChange(id) else { return }
    var row = row(id)
    body(&row)
    if rows[id] != nil { rows[id] = row }
  }

  private func mayChange(_ id: Int) -> Bool {
    guard isUsedRightly("changed") else { return false }
    if !isWriting { report("database: \(id) is changed outside a write") }
    return isWriting
  }

  @discardableResult
  private func isUsedRightly(_ use: String) -> Bool {
    if !executor.isCurrent { report("database: \(use) outside its executor") }
    return executor.isCurrent
  }
}

/// The executor to which a database is confined. It runs the jobs of one actor one at a time.
public final class DatabaseExecutor: SerialExecutor {
  private let steps: StepExecutor
  /// Not in a `Locked`, because a learner's code that finds the `Locked` could set its value.
  private let isRunning = Atomic(false)

  init(_ steps: StepExecutor) { self.steps = steps }

  /// Whether the current code runs in one of its jobs.
  var isCurrent: Bool { isRunning.load(ordering: .relaxed) }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    steps.append { [self] in
      isRunning.store(true, ordering: .relaxed)
      job.runSynchronously(on: asUnownedSerialExecutor())
      isRunning.store(false, ordering: .relaxed)
    }
  }
}
