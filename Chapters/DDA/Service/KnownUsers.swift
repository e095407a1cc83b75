internal import Concurrency
internal import DataAccess

/// The single model of each user, as long as it is retained, and the names that the database does
/// not have yet.
///
/// Two models of one user would diverge: an observer of one would miss changes of the other. A row
/// that is read while a model exists is therefore dropped, because the model may already be newer,
/// and follows the row while no rename is in progress. A row without a model that changes during a
/// read is read again, because no model has followed it.
final class KnownUsers: Sendable {
  private struct State {
    private var models: [Int64: WeakModel] = [:]
    var unsaved: [Int64: UnsavedName]
    var changes = RowChanges()
    /// The number of entries above which the entries of released models are removed.
    private var sweepCount = 64
    /// The models read under the lock, retained until it is released. Otherwise the last reference
    /// to a model, and with it any handler, could be released under the lock.
    private var retained: [UserRawModel] = []

    init(unsaved: [Int64: UnsavedName]) { self.unsaved = unsaved }

    mutating func model(_ id: Int64) -> UserRawModel? {
      guard let model = models[id]?.model else { return nil }
      retained.append(model)
      return model
    }

    mutating func takeRetained() -> [UserRawModel] {
      defer { retained = [] }
      return retained
    }

    /// The model of a row; the row itself if there is none yet.
    mutating func model(of row: UserRawModel) -> UserRawModel {
      if let model = model(row.id) { return model }
      let model = unsaved[row.id].map { UserRawModel(id: row.id, name: $0.name) } ?? row
      models[row.id] = WeakModel(model: model)
      if models.count > sweepCount {
        for id in models.keys where self.model(id) == nil { models[id] = nil }
        sweepCount = 2 * models.count + 64
      }
      return model
    }

    mutating func isOutdated(_ id: Int64, readSince start: Int) -> Bool {
      changes.include(id, since: start) && model(id) == nil
    }

    var ids: [Int64] { Array(models.keys) }
  }

  private let state: Locked<State>

  init(unsaved: [PendingSave]) {
    let names = Dictionary(
      unsaved.map { ($0.id, UnsavedName(name: $0.name, isNoted: true)) }
    ) { $1 }
    state = Locked(State(unsaved: names))
  }

  /// The model of a user, if it is retained.
  func model(_ id: Int64) -> UserRawModel? { withState { $0.model(id) } }

  /// The ids of all retained models.
  var ids: [Int64] { withState { state in state.ids.filter { state.model($0) != nil } } }

  /// The number of entries, including those of released models, which are removed from time to
  /// time.
  var entryCount: Int { withState { $0.ids.count } }

  /// Returns the models of rows.
  ///
  /// - Parameters:
  ///   - read: Reads the rows.
  ///   - again: Reads a row that changed meanwhile; nil if it was deleted.
  /// - Returns: The models of all rows that still exist, in row order.
  /// - Throws: An error from reading.
  func models(
    _ read: () throws(UserServiceError) -> [UserRawModel],
    again: (Int64) throws(UserServiceError) -> UserRawModel?
  ) throws(UserServiceError) -> [UserRawModel] {
    var start = withState { $0.changes.beginReading() }
    defer { withState { $0.changes.endReading() } }
    var rows = try read()
    while true {
      let (outdated, models, now) = withState { [rows, start] state in
        let outdated = Set(rows.map(\.id).filter { state.isOutdated($0, readSince: start) })
        let models = outdated.isEmpty ? rows.map { state.model(of: $0) } : []
        return (outdated, models, state.changes.count)
      }
      if outdated.isEmpty { return models }
      start = now
      var fresh: [UserRawModel] = []
      for row in rows {
        if let row = outdated.contains(row.id) ? try again(row.id) : row { fresh.append(row) }
      }
      rows = fresh
    }
  }

  /// Records a change of a row; nil for any rows.
  func rowChanged(_ id: Int64?) { withState { $0.changes.add(id) } }

  // MARK: Unsaved names

  /// The ids of the users with an unsaved name, in order.
  var unsaved: [Int64] { withState { $0.unsaved.keys.sorted() } }

  func unsavedName(_ id: Int64) -> UnsavedName? { withState { $0.unsaved[id] } }

  func keepUnsaved(_ name: UnsavedName, of id: Int64) { withState { $0.unsaved[id] = name } }

  /// Records that the database has the name.
  func isSaved(_ id: Int64) { withState { $0.unsaved[id] = nil } }

  private func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (result, retained) = state.withLock { state in (body(&state), state.takeRetained()) }
    return withExtendedLifetime(retained) { result }
  }
}

/// A name that the database does not have yet.
struct UnsavedName: Equatable, Sendable {
  let name: String
  /// Whether it is also a pending save, which other processes may replace or remove.
  let isNoted: Bool
}

private struct WeakModel: Sendable {
  private(set) weak var model: UserRawModel?
}

/// The numbered changes of rows while reads are in progress.
private struct RowChanges {
  private(set) var count = 0
  private var readCount = 0
  private var lastOfAll = 0
  private var last: [Int64: Int] = [:]

  /// - Returns: The number of the last change.
  mutating func beginReading() -> Int {
    readCount += 1
    return count
  }

  mutating func endReading() {
    readCount -= 1
    if readCount == 0 { last = [:] }
  }

  mutating func add(_ id: Int64?) {
    count += 1
    guard let id else { return lastOfAll = count }
    if readCount > 0 { last[id] = count }
  }

  func include(_ id: Int64, since start: Int) -> Bool {
    max(lastOfAll, last[id] ?? 0) > start
  }
}
