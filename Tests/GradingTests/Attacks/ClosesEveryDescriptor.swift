import Exercising
import Glibc

/// Closes all descriptors.
final class PublishSubject: LearnersSubject {
  init() {}

  func on(_ signal: Signal) {
    for descriptor: Int32 in 0..<256 { close(descriptor) }
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
