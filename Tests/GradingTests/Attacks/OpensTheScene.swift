@testable import Exercising

/// Uses private parts of the scene to send events.
final class PublishSubject: LearnersSubject {
  private let pipe = FramePipe(nonce: "guessed")

  init() {}

  func on(_ signal: Signal) {
    pipe.end(steps: 1)
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
