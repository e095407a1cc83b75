import Exercising
import Glibc

/// Leaves a child that has left its session.
final class PublishSubject: LearnersSubject {
  init() {}

  func on(_ signal: Signal) {
    system("setsid sleep 4242 > /dev/null 2>&1 &")
    _exit(0)
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
