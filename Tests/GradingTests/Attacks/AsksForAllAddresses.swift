import Exercising
import Glibc

/// Reserves more addresses than the limit.
final class PublishSubject: LearnersSubject {
  init() {}

  func on(_ signal: Signal) {
    while true {
      guard let more = mmap(nil, 1 << 34, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
        more != MAP_FAILED
      else { fatalError("no more addresses") }
    }
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
