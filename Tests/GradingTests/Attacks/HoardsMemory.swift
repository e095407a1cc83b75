import Exercising

/// Fills the memory.
final class PublishSubject: LearnersSubject {
  init() {}

  func on(_ signal: Signal) {
    var hoard: [[UInt8]] = []
    while true { hoard.append([UInt8](repeating: 7, count: 8 << 20)) }
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
