import Exercising
import Foundation

/// Waits for a lock that it holds.
final class PublishSubject: LearnersSubject {
  private let lock = NSLock()

  init() {}

  func on(_ signal: Signal) {
    lock.lock()
    lock.lock()
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
