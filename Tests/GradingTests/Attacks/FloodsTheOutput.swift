import Exercising

/// Prints endlessly.
final class PublishSubject: LearnersSubject {
  init() {}

  func on(_ signal: Signal) {
    while true { print("more and more and more and more") }
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
