import Exercising

/// Sends each signal to the current observers, and keeps none.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check PublishSubject`
final class PublishSubject: SubjectRequirements {
  init() {}

  func on(_ signal: Signal) {
    // TODO: send the signal to each observer. `completed` and `error` are terminal events.
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    // TODO: add the observer, and return a closure that removes it.
    return {}
  }
}
