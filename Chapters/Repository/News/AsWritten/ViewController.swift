import Concurrency
import Dispatch

/// Stands for UIKit's class of that name.
@MainActor
class ViewController {
  /// Called when there is something to show things in.
  func viewDidLoad() {}
}

/// What a screen tells of itself, and when it is done.
struct Screen: Sendable {
  let line: @Sendable (String) -> Void
  /// Opens when something was shown, or could not be.
  let isDone = Gate()

  init(line: @escaping @Sendable (String) -> Void = { _ in }) { self.line = line }

  /// Shows a model, and tells whether that was on the main queue.
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

/// Who runs on the main queue. The main thread will not do: under `swift test` on Linux that queue has
/// threads of its own.
private enum MainQueue {
  private static let mark = {
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    return mark
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) ?? false }
}
