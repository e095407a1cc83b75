internal import Concurrency
internal import DataAccess

/// The one model of each user, for as long as somebody keeps it, and the names that no database has yet.
///
/// Two models of one user would drift apart: who is bound to the first would not hear what is done to
/// the second. A row that is read while there is a model is dropped: the model may know better already, and
/// follows the row where no rename is under way. A row without a model that changes while it is read is
/// read again, because nobody followed it.
final class KnownUsers: Sendable {
  private struct State {
    var models: [Int64: WeakModel] = [:]
    var unsaved: [Int64: String]
    var changes = RowChanges()
    /// When the models that are gone are taken out again.
    var sweepingCount = 64

    mutating func adopt(_ row: UserRawModel) -> UserRawModel {
      if let model = models[row.id]?.model { return model }
      let model = unsaved[row.id].map { UserRawModel(id: row.id, name: $0) } ?? row
      models[row.id] = WeakModel(model: model)
      if models.count > sweepingCount {
        models = models.filter { $0.value.model != nil }
        sweepingCount = 2 * models.count + 64
      }
      return model
    }

    func isOutdated(_ id: Int64, readSince start: Int) -> Bool {
      changes.include(id, since: start) && models[id]?.model == nil
    }
  }

  private let state: Locked<State>

  init(unsaved: [PendingSave]) {
    let names = Dictionary(unsaved.map { ($0.id, $0.name) }) { $1 }
    state = Locked(State(unsaved: names))
  }

  /// The model, if somebody keeps it.
  func model(_ id: Int64) -> UserRawModel? { state.withLock { $0.models[id]?.model } }

  /// The ids of all models that somebody keeps.
  var present: [Int64] {
    state.withLock { state in state.models.filter { $0.value.model != nil }.map(\.key) }
  }

  /// How many models it has a place for; those that are gone are taken out now and then.
  var placeCount: Int { state.withLock { $0.models.count } }

  /// The models of rows.
  ///
  /// - Parameters:
  ///   - read: reads the rows.
  ///   - again: reads one that changed meanwhile; nil if it is gone.
  /// - Returns: the models of all that are still there, in the order of the rows.
  /// - Throws: what reading throws.
  func models(
    _ read: () throws(UserServiceError) -> [UserRawModel],
    again: (Int64) throws(UserServiceError) -> UserRawModel?
  ) throws(UserServiceError) -> [UserRawModel] {
    var start = state.withLock { $0.changes.beginReading() }
    defer { state.withLock { $0.changes.endReading() } }
    var rows = try read()
    while true {
      let (outdated, models, now) = state.withLock { [rows, start] state in
        let outdated = Set(rows.map(\.id).filter { state.isOutdated($0, readSince: start) })
        let models = outdated.isEmpty ? rows.map { state.adopt($0) } : []
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

  /// A row changed, or any of them if `id` is nil.
  func rowChanged(_ id: Int64?) { state.withLock { $0.changes.add(id) } }

  // MARK: Names that no database has yet

  /// Whose they are, in order.
  var unsaved: [Int64] { state.withLock { $0.unsaved.keys.sorted() } }

  func unsavedName(_ id: Int64) -> String? { state.withLock { $0.unsaved[id] } }

  func keepUnsaved(_ name: String, of id: Int64) { state.withLock { $0.unsaved[id] = name } }

  /// The database has the name now.
  func isSaved(_ id: Int64) { state.withLock { $0.unsaved[id] = nil } }
}

private struct WeakModel: Sendable {
  private(set) weak var model: UserRawModel?
}

/// Which rows changed, numbered, for as long as somebody reads.
private struct RowChanges {
  private(set) var count = 0
  private var readingCount = 0
  private var lastOfAll = 0
  private var last: [Int64: Int] = [:]

  /// - Returns: the number of the last change.
  mutating func beginReading() -> Int {
    readingCount += 1
    return count
  }

  mutating func endReading() {
    readingCount -= 1
    if readingCount == 0 { last = [:] }
  }

  mutating func add(_ id: Int64?) {
    count += 1
    guard let id else { return lastOfAll = count }
    if readingCount > 0 { last[id] = count }
  }

  func include(_ id: Int64, since start: Int) -> Bool {
    max(lastOfAll, last[id] ?? 0) > start
  }
}
