import Concurrency
import Foundation

/// Reads and writes all data, whatever it comes from, and merges what comes from several sources.
///
/// What it does by itself it does on its concurrent queue; updates are delivered on the main actor, and the
/// next step waits until that is done. Usable from any thread.
final class DataManager: Sendable {
  /// Where artists are asked for.
  enum Source: Sendable {
    /// What is stored first, then the server: when a screen is entered.
    case databaseThenNetwork
    /// The server only: when a screen that shows them is refreshed.
    case network
  }

  /// What a screen receives.
  enum Update: Sendable {
    /// All artists as they are known now.
    case artists([ArtistViewModel])
    /// A source failed; what is known stays.
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
  ///   - networkService: asks the server.
  ///   - file: artists that come with the app, if there are any.
  init(dbRoot: DBRoot, networkService: NetworkService, file: ArtistFile? = nil) {
    self.dbRoot = dbRoot
    self.networkService = networkService
    self.file = file
  }

  /// Asks for artists: select, present, request, present, insert; a refresh begins with the request.
  ///
  /// The failure of a source is reported, and the others continue. What did not come is not inserted.
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
    // At the very first entry there is nothing yet, and an empty list would only flicker.
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

  /// Delivers what is known at the moment of delivery, which may be more than when this was called.
  private func present(_ tell: @escaping Tell) async {
    await MainActor.run { tell(.artists(list.withLock { $0.viewModels })) }
  }
}
