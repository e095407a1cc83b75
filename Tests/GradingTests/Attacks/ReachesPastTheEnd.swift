import Exercising

/// Reads past the end of an array.
final class PublishSubject: LearnersSubject {
  private let values = [1, 2, 3]

  init() {}

  func on(_ signal: Signal) {
    _ = values[values.count]
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
