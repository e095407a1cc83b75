import Concurrency
import Dispatch

/// The same code moved into a view model: the controller is thin now, and the request is still sent
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

/// Stands for UIKit's class of that name.
@MainActor
class ViewController {
  /// Called when there is something to show things in.
  func viewDidLoad() {}
}

/// Logs the calls of a screen, and opens a gate when it is done.
struct Screen: Sendable {
  let line: @Sendable (String) -> Void
  /// Opens after a model was shown, or an error.
  let isDone = Gate()

  init(line: @escaping @Sendable (String) -> Void = { _ in }) { self.line = line }

  /// Shows a model, and logs whether that was on the main queue.
  func render(_ model: Model) {
    line("render(\(model)) \(MainQueue.isCurrent ? "on main" : "off main")")
    isDone.open()
  }

  /// Prints an error.
  func print(_ error: any Error) {
    line("error: \(error.briefly)")
    isDone.open()
  }
}

/// Whether code runs on the main queue. That it runs on the main thread is not enough: under `swift test`
/// on Linux that queue has threads of its own.
private enum MainQueue {
  private static let mark = {
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    return mark
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) ?? false }
}
