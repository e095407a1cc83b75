internal import DataAccess
internal import Locking

/// The one model of each user, for as long as somebody keeps it, and the names that no database has yet.
///
/// Two models of one user would drift apart: who is bound to the first would not hear what is done to
/// the second. A row that is read while there is a model is dropped: the model may know better already, and
/// follows the row where no rename is under way.
final class KnownUsers: Sendable {
  private struct State {
    var models: [Int64: WeakModel] = [:]
    var unsaved: [Int64: String]
    /// How many saves have ended; a row that was read across one may be the one before it.
    var saveCount = 0
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

  /// The models of the rows that the closure reads; it reads again if a save ended meanwhile.
  func models(
    _ read: () throws(UserServiceError) -> [UserRawModel]
  ) throws(UserServiceError) -> [UserRawModel] {
    while true {
      let saveCount = state.withLock { $0.saveCount }
      let rows = try read()
      let models = state.withLock { state in
        state.saveCount == saveCount ? rows.map { state.adopt($0) } : nil
      }
      if let models { return models }
    }
  }

  // MARK: Names that no database has yet

  /// Whose they are, in order.
  var unsaved: [Int64] { state.withLock { $0.unsaved.keys.sorted() } }

  func unsavedName(_ id: Int64) -> String? { state.withLock { $0.unsaved[id] } }

  func keepUnsaved(_ name: String, of id: Int64) { state.withLock { $0.unsaved[id] = name } }

  /// The database has the name now.
  func isSaved(_ id: Int64) {
    state.withLock { state in
      state.unsaved[id] = nil
      state.saveCount += 1
    }
  }
}

private struct WeakModel: Sendable {
  private(set) weak var model: UserRawModel?
}
