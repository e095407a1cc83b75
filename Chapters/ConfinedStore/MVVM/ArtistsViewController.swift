import Foundation

/// The controller of the artists' screen. It runs five steps when it is entered, then presents the
/// updates that it receives.
@MainActor
final class ArtistsViewController {
  let manager: MainManager
  private let stepLog: StepLog
  private let makeBusiness: @MainActor (ArtistsViewController) -> any ArtistsBusiness

  private(set) var cells: [ArtistCell] = []
  private(set) var loading: Task<Void, Never>?
  private(set) var onTap: (@MainActor (ArtistViewModel.ID) async -> Void)?
  private(set) var business: (any ArtistsBusiness)?
  private var registration: (any NSObjectProtocol)?

  init(
    _ manager: MainManager, stepLog: StepLog = .discarding,
    makeBusiness: @escaping @MainActor (ArtistsViewController) -> any ArtistsBusiness = {
      HighlightingBusiness(for: $0)
    }
  ) {
    self.manager = manager
    self.stepLog = stepLog
    self.makeBusiness = makeBusiness
  }

  isolated deinit { if let registration { manager.notifications.removeObserver(registration) } }

  func viewDidLoad() {
    basicUI()
    requestBasicData()
    bindActions()
    registNotifications()
    bindBusiness()
  }

  private func basicUI() {
    stepLog.note("basicUI")
    cells = []
    manager.display = self
  }

  /// Starts loading. The main thread first finishes the five steps, so nothing is presented before.
  private func requestBasicData() {
    stepLog.note("requestBasicData")
    loading = Task { [manager] in await manager.load() }
  }

  private func bindActions() {
    stepLog.note("bindActions")
    onTap = { [weak self] id in await self?.business?.tapped(id) }
  }

  private func registNotifications() {
    stepLog.note("registNotifications")
    registration = manager.notifications.addObserver(
      forName: MainManager.artistDidChange, object: nil, queue: nil
    ) { [weak self] notification in
      let id = notification.userInfo?["id"] as? ArtistViewModel.ID
      // The manager posts on the main actor.
      MainActor.assumeIsolated { self?.rebind(id) }
    }
  }

  private func bindBusiness() {
    stepLog.note("bindBusiness")
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
    stepLog.message("present \(viewModels.listed)", to: "controller")
    stepLog.note("present \(viewModels.listed)")
  }

  func present(_ error: any Error) {
    stepLog.message("error: \(error.briefly)", to: "controller")
    stepLog.note("error: \(error.briefly)")
  }

  /// Binds the cell of an artist again, because a plain value does not notify of changes.
  private func rebind(_ id: ArtistViewModel.ID?) {
    guard let id, let viewModel = manager.viewModel(id) else { return }
    cells.first { $0.id == id }?.bindData(viewModel)
  }

  func highlight(_ id: ArtistViewModel.ID) async {
    guard let viewModel = manager.viewModel(id) else { return }
    do {
      try await manager.change(id, .highlighted(!viewModel.highlighted))
    } catch {
      present(error)
    }
  }

  /// Releases the business object; a page breaks a retain cycle with it.
  func dropBusiness() { business = nil }
}

/// A cell that shows the view model that was bound last.
@MainActor
final class ArtistCell {
  private(set) var id: ArtistViewModel.ID?
  private(set) var text = ""
  private(set) var isHighlighted = false

  /// Renders a view model. Nothing else changes the cell.
  func bindData(_ viewModel: ArtistViewModel) {
    id = viewModel.id
    text = viewModel.name
    isHighlighted = viewModel.highlighted
  }
}

/// The actions of a screen, separated from its controller.
@MainActor
protocol ArtistsBusiness: AnyObject {
  func tapped(_ id: ArtistViewModel.ID) async
}

/// A business object that references its controller weakly. The controller retains it, so a strong
/// reference would be a retain cycle.
@MainActor
final class HighlightingBusiness: ArtistsBusiness {
  private weak var controller: ArtistsViewController?

  init(for controller: ArtistsViewController) { self.controller = controller }

  func tapped(_ id: ArtistViewModel.ID) async { await controller?.highlight(id) }
}
