import Exercising

/// Tells the last values to each newcomer, oldest first, and then what comes.
///
/// The task is in Task.md, beside this file. See what yours does: `swift run workbook check ReplayBuffer`
final class ReplayBuffer: LearnersReplay {
  init(size: Int) {
    // TODO: remember how many values are kept.
  }

  func on(_ signal: Signal) {
    // TODO: keep a value, let the oldest go when there are too many, and tell every observer.
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    // TODO: tell what is kept, remember the observer, and give back a closure that forgets it.
    return {}
  }
}
