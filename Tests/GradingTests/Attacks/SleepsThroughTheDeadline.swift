import Exercising
import Glibc

/// Sleeps longer than the limit.
final class PublishSubject: LearnersSubject {
  init() {}

  func on(_ signal: Signal) {
    sleep(4242)
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
