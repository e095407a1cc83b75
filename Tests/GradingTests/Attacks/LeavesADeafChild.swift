import Exercising
import Glibc

/// Leaves a child that ignores SIGTERM.
final class PublishSubject: LearnersSubject {
  init() {}

  func on(_ signal: Signal) {
    system("trap '' TERM HUP; (while :; do sleep 4242; done) > /dev/null 2>&1 &")
    _exit(0)
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
