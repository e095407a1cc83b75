import Concurrency

/// The same code in a view model. The controller is now thin, but a static function that no test
/// can replace still sends the request.
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

/// A stand-in for UIKit's class of the same name.
@MainActor
class ViewController {
  func viewDidLoad() {}
}

/// Logs the calls of a screen, and opens a gate when it is done.
struct Screen: Sendable {
  var line: @Sendable (String) -> Void = { _ in }
  /// Opens when a model or an error was shown.
  let isDone = Gate()

  /// Shows a model, and logs whether that was on the main queue.
  func render(_ model: Model) {
    line("render(\(model)) \(MainQueue.isCurrent ? "on main" : "off main")")
    isDone.open()
  }

  func print(_ error: any Error) {
    line("error: \(error.briefly)")
    isDone.open()
  }
}
