import Exercising

/// Sends the buffered values to each new observer, oldest first, and then the signals that follow.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check ReplayBuffer`
final class ReplayBuffer: ReplayRequirements {
  init(size: Int) {
    // TODO: store the size of the buffer.
  }

  func on(_ signal: Signal) {
    // TODO: buffer a value, drop the oldest if there are too many, and send the signal to all.
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    // TODO: send the buffered values, add the observer, and return a closure that removes it.
    return {}
  }
}
