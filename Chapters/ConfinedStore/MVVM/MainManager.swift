import Foundation
import HTTP
import ThreadConfinement

/// The manager of a module's screens, from entering it until leaving it. It owns the list, does the
/// last work in memory before data reaches a view, and makes all changes to models.
@MainActor
final class MainManager {
  let dataManager: DataManager
  private let stepLog: StepLog
  let notifications = NotificationCenter()

  private(set) var viewModels: [ArtistViewModel] = []
  weak var display: ArtistsViewController?

  /// The text that the names of presented artists must contain, ignoring case; empty to present
  /// all.
  var filter = "" { didSet { present() } }
  var onSelect: (@MainActor (ArtistViewModel) -> Void)?
  private(set) var nextPage = 1
  private var isLoadingMore = false
  private var hasLeft = false

  init(_ dataManager: DataManager, stepLog: StepLog = .discarding) {
    self.dataManager = dataManager
    self.stepLog = stepLog
  }

  /// Loads artists from the first page of the server's list. Returns when all steps are done.
  func load(from source: DataManager.Source = .databaseThenNetwork) async {
    if await load(source, page: 1) { nextPage = 2 }
  }

  /// Loads the next page. Has no effect while a page is being loaded.
  func loadMore() async {
    guard !isLoadingMore else { return }
    isLoadingMore = true
    defer { isLoadingMore = false }
    let page = nextPage
    if await load(.network, page: page) { nextPage = page + 1 }
  }

  private func load(_ source: DataManager.Source, page: Int) async -> Bool {
    await stepLog.call("load page \(page)", of: "DataManager") {
      await dataManager.load(from: source, page: page) { [weak self] update in
        guard let self, !self.hasLeft else { return }
        switch update {
        case .artists(let viewModels):
          self.viewModels = viewModels
          present()
        case .failure(let error): display?.present(error)
        }
      }
    }
  }

  var presented: [ArtistViewModel] {
    filter.isEmpty ? viewModels : viewModels.filter { $0.name.localizedStandardContains(filter) }
  }

  private func present() { display?.present(presented) }

  func select(_ id: ArtistViewModel.ID) {
    guard let viewModel = viewModel(id) else { return }
    onSelect?(viewModel)
  }

  func viewModel(_ id: ArtistViewModel.ID) -> ArtistViewModel? {
    viewModels.first { $0.id == id }
  }

  /// Changes an artist in memory immediately, posts the change, and returns when it is stored. If
  /// storing it throws, the change in memory remains. Has no effect for an unknown id.
  func change(_ id: ArtistViewModel.ID, _ change: ArtistList.Change) async throws {
    guard let place = viewModels.firstIndex(where: { $0.id == id }),
      let changed = dataManager.change(id, change)
    else { return }
    viewModels[place] = changed
    notifications.post(name: Self.artistDidChange, object: nil, userInfo: ["id": id])
    try await stepLog.call("save \(id)", of: "DataManager") {
      try await dataManager.save(id).value()
    }
  }

  /// Posted when an artist was changed; `userInfo` contains its `id`.
  nonisolated static let artistDidChange = Notification.Name("artistDidChange")

  /// Leaves the module. Nothing is presented from now on. When the call returns, all changes are
  /// stored and the database thread has finished, even if the calling task is cancelled.
  func leave() async {
    hasLeft = true
    display = nil
    viewModels = []
    onSelect = nil
    await dataManager.leave()
  }
}

extension MainManager {
  convenience init(
    _ configuration: ConfinedStore.Configuration, client: HTTPClient, file: ArtistFile? = nil,
    stepLog: StepLog = .discarding
  ) {
    self.init(
      DataManager(
        dbRoot: DBRoot(configuration, stepLog: stepLog),
        networkService: NetworkService(client, stepLog: stepLog), file: file),
      stepLog: stepLog)
  }
}
