import Concurrency
import Dispatch
import Foundation

/// Reads, writes and merges the data of all sources, on its concurrent queue. Each update is
/// delivered on the main actor before the next step begins. Usable from any thread.
final class DataManager: Sendable {
  enum Source: Sendable {
    /// Stored data first, then the server, as when a screen is entered.
    case databaseThenNetwork
    /// Only the server, as when a screen is refreshed.
    case network
  }

  enum Update: Sendable {
    /// All artists, in their latest known state.
    case artists([ArtistViewModel])
    /// A source failed; the known artists remain.
    case failure(any Error)
  }

  typealias Delivery = @MainActor @Sendable (Update) -> Void

  let dbRoot: DBRoot
  let networkService: NetworkService
  let file: ArtistFile?
  let queue = DataManagerQueue()
  let list = Locked(ArtistList())

  init(dbRoot: DBRoot, networkService: NetworkService, file: ArtistFile? = nil) {
    self.dbRoot = dbRoot
    self.networkService = networkService
    self.file = file
  }

  /// Loads artists in the steps select, present, request, present, insert; a refresh begins with
  /// the request. The failure of a source is delivered, and the other sources continue. Only
  /// artists from the server are inserted. Returns whether the request succeeded.
  func load(from source: Source, page: Int, deliver: @escaping Delivery) async -> Bool {
    await withTaskExecutorPreference(queue) {
      if source == .databaseThenNetwork { await loadStored(deliver) }
      return await loadFromNetwork(page, deliver)
    }
  }

  private func loadStored(_ deliver: @escaping Delivery) async {
    var stored: [ArtistViewModel] = []
    var shipped: [ArtistRawModel] = []
    do { stored = try await dbRoot.select() } catch { await deliver(.failure(error)) }
    do { shipped = try file?.artists() ?? [] } catch { await deliver(.failure(error)) }
    // At the first entry nothing is stored, and presenting an empty list would only cause flicker.
    guard !(stored.isEmpty && shipped.isEmpty) else { return }
    list.withLock { [stored, shipped] in $0.addStored(stored, file: shipped) }
    await present(deliver)
  }

  private func loadFromNetwork(_ page: Int, _ deliver: @escaping Delivery) async -> Bool {
    let request = list.withLock { $0.numberRequest() }
    let models: [ArtistRawModel]
    do throws(NetworkService.Failure) {
      models = try await networkService.artists(page: page)
    } catch {
      await deliver(.failure(error))
      await present(deliver)
      return false
    }
    list.withLock { $0.merge(models, page: page, request: request) }
    await present(deliver)
    do {
      let ids = Set(models.map(\.id))
      try await dbRoot.insert { [list] in
        list.withLock { $0.viewModels }.filter { ids.contains($0.id) }
      }
    } catch {
      await deliver(.failure(error))
    }
    return true
  }

  /// Delivers the state at the time of delivery, which may be newer than at the call.
  private func present(_ deliver: @escaping Delivery) async {
    await MainActor.run { deliver(.artists(list.withLock { $0.viewModels })) }
  }
}

extension DataManager {
  func change(_ id: ArtistViewModel.ID, _ change: ArtistList.Change) -> ArtistViewModel? {
    list.withLock { $0.change(id, change) }
  }

  /// Stores an artist in its latest known state at the time the realm thread runs the task, even if
  /// the module is left immediately after this call.
  func save(_ id: ArtistViewModel.ID) throws(DBRoot.Left) -> DBRoot.Pending<Void> {
    try dbRoot.update { [list] in
      list.withLock { $0.viewModels }.first { $0.id == id }
    }
  }

  /// Cancels requests, runs the remaining tasks of the database, and returns when its thread has
  /// finished, even if the calling task is cancelled.
  func leave() async {
    networkService.cancelAll()
    await dbRoot.leave()
  }
}

/// The concurrent dispatch queue of ``DataManager``, which is also a task executor.
final class DataManagerQueue: TaskExecutor {
  private static let key = DispatchSpecificKey<String>()
  private let queue = DispatchQueue(
    label: "datamanager", attributes: .concurrent, autoreleaseFrequency: .workItem)

  init() { queue.setSpecific(key: Self.key, value: queue.label) }

  /// The label of the queue on which the calling code runs, whatever the thread; nil on other
  /// queues.
  static var currentLabel: String? { DispatchQueue.getSpecific(key: key) }

  /// The owner of the queue on which the calling code runs, if it is such a queue.
  static var currentOwner: String? { currentLabel.map { _ in "\(DataManager.self)" } }

  func run<Result: Sendable>(_ block: @Sendable () -> Result) async -> Result {
    await withTaskExecutorPreference(self) { block() }
  }

  func async(_ block: @escaping @Sendable () -> Void) { queue.async(execute: block) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
