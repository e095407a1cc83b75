import Concurrency
import Foundation
import Testing

struct `A locked value` {
  @Test
  func `loses no change of many threads`() {
    let number = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<10_000 { number.withLock { $0 += 1 } }
    }
    let total = number.withLock { $0 }
    #expect(total == 80_000)
  }

  @Test
  func `is unlocked when the closure throws`() {
    struct Refused: Error {}
    let number = Locked(1)
    #expect(throws: Refused.self) {
      try number.withLock { number throws(Refused) in
        number = 2
        throw Refused()
      }
    }
    let kept = number.withLock { $0 }
    #expect(kept == 2)
  }

  @Test
  func `is released with its lock`() {
    final class Guest: Sendable {}
    weak var guest: Guest?
    var locked: Locked<Guest>?
    do {
      let made = Guest()
      guest = made
      locked = Locked(made)
    }
    let isKept = guest != nil && locked != nil
    locked = nil
    #expect(isKept)
    #expect(guest == nil)
  }
}
