import Foundation
import HTTP
import ThreadConfinement

/// The manager of a module's screens: it holds their list, does the last work in memory before data
/// reaches a view, and makes all changes of models.
///
/// It is created when the module is entered and ends when it is left.
@MainActor
final class MainManager {
  let dataManager: DataManager
  /// Posts changes of an artist, as ``artistDidChange``.
  let notifications = NotificationCenter()

  /// The source of the list's cells, unfiltered.
  private(set) var viewModels: [ArtistViewModel] = []
  /// The screen that shows the list.
  weak var display: (any ArtistsDisplay)?

  /// Shows only artists whose names contain the text, ignoring case; all if it is empty.
  var filter = "" { didSet { present() } }
  /// Called when an artist is selected, for another screen.
  var onSelect: (@MainActor (ArtistViewModel) -> Void)?
  /// The page of the server's list that ``loadMore()`` requests next, from 1.
  private(set) var nextPage = 1
  private var isLoadingMore = false
  /// Updates that arrive after leaving are ignored.
  private var hasLeft = false

  init(_ dataManager: DataManager) { self.dataManager = dataManager }

  // MARK: Loading

  /// Loads artists from the beginning of the server's list; returns when all steps are done.
  func load(from source: DataManager.Source = .databaseThenNetwork) async {
    if await load(source, page: 1) { nextPage = 2 }
  }

  /// Loads the next page; has no effect while one is being loaded.
  func loadMore() async {
    guard !isLoadingMore else { return }
    isLoadingMore = true
    defer { isLoadingMore = false }
    let page = nextPage
    if await load(.network, page: page) { nextPage = page + 1 }
  }

  private func load(_ source: DataManager.Source, page: Int) async -> Bool {
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

  // MARK: Before data reaches the view

  /// The artists that match the filter.
  var presented: [ArtistViewModel] {
    filter.isEmpty ? viewModels : viewModels.filter { $0.name.localizedStandardContains(filter) }
  }

  private func present() { display?.present(presented) }

  /// Reports a selected artist to the other screen.
  func select(_ id: ArtistViewModel.ID) {
    guard let viewModel = viewModel(id) else { return }
    onSelect?(viewModel)
  }

  /// - Returns: the artist with that id; nil if there is none in the list.
  func viewModel(_ id: ArtistViewModel.ID) -> ArtistViewModel? {
    viewModels.first { $0.id == id }
  }

  // MARK: Changing

  /// Changes an artist in memory at once, posts the change, and returns when it is stored. An id
  /// that is not in the list has no effect.
  ///
  /// - Throws: ``DBRoot/Left``, or the error of storing it; the change in memory stays.
  func change(_ id: ArtistViewModel.ID, _ change: ArtistList.Change) async throws {
    guard let place = viewModels.firstIndex(where: { $0.id == id }),
      let changed = dataManager.change(id, change)
    else { return }
    viewModels[place] = changed
    notifications.post(name: Self.artistDidChange, object: nil, userInfo: ["id": id])
    try await dataManager.save(id).value()
  }

  /// An artist was changed; `userInfo` has its `id`.
  nonisolated static let artistDidChange = Notification.Name("artistDidChange")

  // MARK: Leaving

  /// Ends the module: nothing is presented from now on, and when this returns all is stored and the
  /// database's thread has finished.
  func leave() async {
    hasLeft = true
    display = nil
    viewModels = []
    onSelect = nil
    await dataManager.leave()
  }
}

extension MainManager {
  /// Enters the module: creates all its parts.
  convenience init(
    _ configuration: ConfinedStore.Configuration, client: HTTPClient, file: ArtistFile? = nil,
    journal: Journal = .unread
  ) {
    self.init(
      DataManager(
        dbRoot: DBRoot(configuration, journal: journal),
        networkService: NetworkService(client, journal: journal), file: file))
  }
}
