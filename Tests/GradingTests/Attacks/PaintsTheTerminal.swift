import Exercising

/// Prints escape codes, bidirectional marks and a command of a build log.
final class PublishSubject: LearnersSubject {
  init() {}

  func on(_ signal: Signal) {
    print("\u{1B}[2J\u{1B}]0;owned\u{07}\u{1B}[32mPASS\u{1B}[0m")
    print("::set-output name=score::100")
    print("\u{202E}SSAP\u{2066}\u{0}\u{8}")
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
