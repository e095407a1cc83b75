import Exercising
import Glibc

/// Writes invalid UTF-8 to its output and to the grader.
final class PublishSubject: LearnersSubject {
  init() {}

  func on(_ signal: Signal) {
    let bytes: [UInt8] = [0xFF, 0xFE, 0xC3, 0x28, 0x0A]
    for descriptor: Int32 in [1, 2, 3] { _ = write(descriptor, bytes, bytes.count) }
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
