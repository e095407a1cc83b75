import Foundation

/// The screen of the artists: five steps when it is entered, and then it presents what it receives.
@MainActor
final class ArtistsViewController: ArtistsDisplay {
  let manager: MainManager
  private let journal: Journal
  private let makeBusiness: @MainActor (ArtistsViewController) -> any ArtistsBusiness

  private(set) var cells: [ArtistCell] = []
  /// What requestBasicData has begun.
  private(set) var loading: Task<Void, Never>?
  /// What the button of a cell does.
  private(set) var onTap: (@MainActor (ArtistViewModel.ID) async -> Void)?
  private(set) var business: (any ArtistsBusiness)?
  private var registration: (any NSObjectProtocol)?

  /// - Parameters:
  ///   - manager: of the module that was entered.
  ///   - journal: where the steps, and what is shown, are noted.
  ///   - makeBusiness: makes the object that the actions are in.
  init(
    _ manager: MainManager, journal: Journal = .unread,
    makeBusiness: @escaping @MainActor (ArtistsViewController) -> any ArtistsBusiness = {
      HighlightingBusiness(for: $0)
    }
  ) {
    self.manager = manager
    self.journal = journal
    self.makeBusiness = makeBusiness
  }

  isolated deinit { if let registration { manager.notifications.removeObserver(registration) } }

  /// The screen is entered.
  func viewDidLoad() {
    basicUI()
    requestBasicData()
    bindActions()
    registNotifications()
    bindBusiness()
  }

  private func basicUI() {
    journal.note("basicUI")
    cells = []
    manager.display = self
  }

  /// Begins to ask. The main thread is busy with the steps until they are done, so nothing is presented before.
  private func requestBasicData() {
    journal.note("requestBasicData")
    loading = Task { [manager] in await manager.load() }
  }

  private func bindActions() {
    journal.note("bindActions")
    onTap = { [weak self] id in await self?.business?.tapped(id) }
  }

  private func registNotifications() {
    journal.note("registNotifications")
    registration = manager.notifications.addObserver(
      forName: MainManager.artistDidChange, object: nil, queue: nil
    ) { [weak self] notification in
      let id = notification.userInfo?["id"] as? ArtistViewModel.ID
      // The manager is on the main actor, and posts there.
      MainActor.assumeIsolated { self?.rebind(id) }
    }
  }

  private func bindBusiness() {
    journal.note("bindBusiness")
    business = makeBusiness(self)
  }
}

extension ArtistsViewController {
  func present(_ viewModels: [ArtistViewModel]) {
    cells = viewModels.map { viewModel in
      let cell = ArtistCell()
      cell.bindData(viewModel)
      return cell
    }
    journal.note("present \(viewModels.listed)")
  }

  func present(_ error: any Error) { journal.note("error: \(error.briefly)") }

  /// Fetches the cell of an artist and binds it again: a plain value does not announce a change.
  private func rebind(_ id: ArtistViewModel.ID?) {
    guard let id, let viewModel = manager.viewModel(id) else { return }
    cells.first { $0.id == id }?.bindData(viewModel)
  }

  /// Turns an artist's highlight over.
  func highlight(_ id: ArtistViewModel.ID) async {
    guard let viewModel = manager.viewModel(id) else { return }
    do {
      try await manager.change(id, .highlighted(!viewModel.highlighted))
    } catch {
      present(error)
    }
  }

  /// Lets go of the business object, as no controller of an app ever does; a page that has made a cycle breaks it so.
  func dropBusiness() { business = nil }
}
