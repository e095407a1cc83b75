import Exercising

/// Calls itself until the stack is full.
final class PublishSubject: LearnersSubject {
  private func deeper(_ depth: Int) {
    deeper(depth + 1)
    withExtendedLifetime(self) {}
  }

  init() {}

  func on(_ signal: Signal) {
    deeper(0)
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
