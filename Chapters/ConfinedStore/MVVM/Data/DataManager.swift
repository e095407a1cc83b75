import Concurrency
import Foundation

/// Reads and writes the data of all sources, and merges them.
///
/// It works on its concurrent queue. Updates are delivered on the main actor, and the next step
/// waits until one is delivered. Usable from any thread.
final class DataManager: Sendable {
  /// The sources of a request for artists.
  enum Source: Sendable {
    /// Stored data first, then the server: when a screen is entered.
    case databaseThenNetwork
    /// The server only: when a screen is refreshed.
    case network
  }

  /// An update that a screen receives.
  enum Update: Sendable {
    /// All artists in their latest known state.
    case artists([ArtistViewModel])
    /// A source failed; the known artists stay.
    case failure(any Error)
  }

  typealias Tell = @MainActor @Sendable (Update) -> Void

  let dbRoot: DBRoot
  let networkService: NetworkService
  let file: ArtistFile?
  let queue = DataManagerQueue()
  let list = Locked(ArtistList())

  /// - Parameters:
  ///   - dbRoot: the thread of the database.
  ///   - networkService: sends requests to the server.
  ///   - file: artists that are shipped with the app, if there are any.
  init(dbRoot: DBRoot, networkService: NetworkService, file: ArtistFile? = nil) {
    self.dbRoot = dbRoot
    self.networkService = networkService
    self.file = file
  }

  /// Loads artists: select, present, request, present, insert; a refresh begins with the request.
  ///
  /// The failure of a source is reported, and the others continue. Only received artists are
  /// inserted.
  ///
  /// - Returns: whether the server answered.
  func load(from source: Source, page: Int, tell: @escaping Tell) async -> Bool {
    await withTaskExecutorPreference(queue) {
      if source == .databaseThenNetwork { await loadStored(tell) }
      return await loadFromNetwork(page, tell)
    }
  }

  private func loadStored(_ tell: @escaping Tell) async {
    var stored: [ArtistViewModel] = []
    var shipped: [ArtistRawModel] = []
    do { stored = try await dbRoot.select() } catch { await tell(.failure(error)) }
    do { shipped = try file?.artists() ?? [] } catch { await tell(.failure(error)) }
    // At the very first entry nothing is stored, and an empty list would only flicker.
    guard !(stored.isEmpty && shipped.isEmpty) else { return }
    list.withLock { [stored, shipped] in $0.addStored(stored, file: shipped) }
    await present(tell)
  }

  private func loadFromNetwork(_ page: Int, _ tell: @escaping Tell) async -> Bool {
    let request = list.withLock { $0.ask() }
    let models: [ArtistRawModel]
    do throws(NetworkService.Failure) {
      models = try await networkService.artists(page: page)
    } catch {
      await tell(.failure(error))
      await present(tell)
      return false
    }
    list.withLock { $0.take(models, page: page, request: request) }
    await present(tell)
    do {
      let ids = Set(models.map(\.id))
      try await dbRoot.insert { [list] in
        list.withLock { $0.viewModels }.filter { ids.contains($0.id) }
      }
    } catch {
      await tell(.failure(error))
    }
    return true
  }

  /// Delivers the state at the moment of delivery, which may be newer than at the call.
  private func present(_ tell: @escaping Tell) async {
    await MainActor.run { tell(.artists(list.withLock { $0.viewModels })) }
  }
}

extension DataManager {
  /// Changes an artist in memory, at once.
  ///
  /// - Returns: the artist after the change; nil if there is none with that id.
  func change(_ id: ArtistViewModel.ID, _ change: ArtistList.Change) -> ArtistViewModel? {
    list.withLock { $0.change(id, change) }
  }

  /// Stores an artist in its latest known state when the realm thread runs the task. It is stored
  /// even if the module is left right after this call.
  ///
  /// - Returns: the pending result.
  /// - Throws: ``DBRoot/Left``.
  func save(_ id: ArtistViewModel.ID) throws(DBRoot.Left) -> DBRoot.Pending<Void> {
    try dbRoot.update { [list] in
      list.withLock { $0.viewModels }.first { $0.id == id }
    }
  }

  /// Cancels requests in progress, runs the remaining tasks of the database, and returns when its
  /// thread has finished.
  func leave() async {
    networkService.cancelAll()
    await dbRoot.leave()
  }
}
