/// The same code moved into a view model: the controller is thin now, and the network is still asked
/// by a static function that no test can replace.
@MainActor
final class DetailViewModel {
  private let screen: Screen

  init(screen: Screen) { self.screen = screen }

  func load() {
    screen.line("viewModel.load")
    API.request(xxxId: 12345) { [weak self, screen] result in
      switch result {
      case .success(let model):
        self?.handle(model)
        Task { @MainActor in screen.render(model) }
      case .failure(let error):
        screen.print(error)
      }
    }
  }

  nonisolated func handle(_ model: Model) { screen.line("handle(\(model))") }
}
