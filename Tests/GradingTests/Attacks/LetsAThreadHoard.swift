import Exercising
import Foundation

/// Starts programs that fill the memory from a thread other than the main one.
final class PublishSubject: LearnersSubject {
  init() {}

  func on(_ signal: Signal) {
    Thread { system("(head -c 1000000000 /dev/zero; sleep 4242) | tail -c 900000000 > /dev/null") }
      .start()
    while true { sleep(1) }
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
