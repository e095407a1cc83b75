/// The document's listing: a controller that sends the request itself.
///
/// Changed to compile, and to avoid a retain cycle: `override`, `[weak self]`, and a hop to the
/// main actor where the listing has a queue.
final class DetailViewController: ViewController {
  private let screen: Screen

  init(screen: Screen) { self.screen = screen }

  override func viewDidLoad() {
    super.viewDidLoad()
    screen.line("viewDidLoad")
    requestData()
  }

  func requestData() {
    screen.line("requestData")
    API.request(xxxId: 12345) { [weak self, screen] result in
      switch result {
      case .success(let model):
        self?.handle(model)
        Task { @MainActor in self?.render(model) }
      case .failure(let error):
        screen.print(error)
      }
    }
  }

  nonisolated func handle(_ model: Model) { screen.line("handle(\(model))") }

  func render(_ model: Model) { screen.render(model) }
}
