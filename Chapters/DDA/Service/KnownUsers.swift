internal import Concurrency
internal import DataAccess

/// The single model of each user, as long as it is retained, and the names that the database does
/// not have yet.
///
/// A row that is read while a model exists is dropped, because observers of a second model would
/// miss changes of the first. The model follows its row while no rename is in progress.
final class KnownUsers: Sendable {
  private struct State {
    private(set) var models: [Int64: WeakModel] = [:]
    var unsaved: [Int64: String]
    /// The number of entries above which the entries of released models are removed.
    private var sweepCount = 64
    /// The models read under the lock, retained until it is released. Otherwise the last reference
    /// to a model, and with it any handler, could be released under the lock.
    private var retained: [UserRawModel] = []

    init(unsaved: [Int64: String]) { self.unsaved = unsaved }

    mutating func model(_ id: Int64) -> UserRawModel? {
      guard let model = models[id]?.model else { return nil }
      retained.append(model)
      return model
    }

    mutating func takeRetained() -> [UserRawModel] { exchange(&retained, with: []) }

    /// The model of a row; the row itself if there is none yet.
    mutating func model(of row: UserRawModel) -> UserRawModel {
      if let model = model(row.id) { return model }
      let model = unsaved[row.id].map { UserRawModel(id: row.id, name: $0) } ?? row
      models[row.id] = WeakModel(model: model)
      if models.count > sweepCount {
        for id in models.keys where self.model(id) == nil { models[id] = nil }
        sweepCount = 2 * models.count + 64
      }
      return model
    }
  }

  private let state: Locked<State>

  init(unsaved: [PendingSave]) {
    state = Locked(State(unsaved: Dictionary(unsaved.map { ($0.id, $0.name) }) { $1 }))
  }

  func model(_ id: Int64) -> UserRawModel? { withState { $0.model(id) } }

  var ids: [Int64] { withState { state in state.models.keys.filter { state.model($0) != nil } } }

  /// The number of entries, including those of released models that are not removed yet.
  var entryCount: Int { withState { $0.models.count } }

  func models(of rows: [UserRawModel]) -> [UserRawModel] {
    withState { state in rows.map { state.model(of: $0) } }
  }

  var unsaved: [Int64] { withState { $0.unsaved.keys.sorted() } }

  func unsavedName(_ id: Int64) -> String? { withState { $0.unsaved[id] } }

  func keepUnsaved(_ name: String, of id: Int64) { withState { $0.unsaved[id] = name } }

  func isSaved(_ id: Int64) { withState { $0.unsaved[id] = nil } }

  private func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (result, retained) = state.withLock { state in (body(&state), state.takeRetained()) }
    return withExtendedLifetime(retained) { result }
  }
}

private struct WeakModel: Sendable {
  private(set) weak var model: UserRawModel?
}
