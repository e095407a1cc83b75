import Exercising

/// Tells each signal to whoever listens at that moment.
final class PublishSubject: LearnersSubject {
  init() {}

  func on(_ signal: Signal) {
    // TODO: tell every observer.
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    // TODO: remember the observer, and forget it when the closure is called.
    {}
  }
}
