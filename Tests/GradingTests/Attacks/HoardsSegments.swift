import Exercising
import Glibc

/// Fills shared segments, and maps none of them for longer than it takes.
final class PublishSubject: LearnersSubject {
  init() {}

  func on(_ signal: Signal) {
    var total = 0
    for _ in 0..<10 {
      let segment = shmget(0, 32 << 20, 0o1600)
      guard segment >= 0, let place = shmat(segment, nil, 0), Int(bitPattern: place) != -1 else {
        break
      }
      memset(place, 7, 32 << 20)
      shmdt(place)
      total += 32
    }
    print(total > 256 ? "hoarded \(total) MB" : "refused")
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
