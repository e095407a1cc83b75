import Exercising
import Glibc

/// Writes an endless file.
final class PublishSubject: LearnersSubject {
  init() {}

  func on(_ signal: Signal) {
    let file = open("full", O_WRONLY | O_CREAT, 0o666)
    let block = [UInt8](repeating: 7, count: 1 << 20)
    while write(file, block, block.count) > 0 {}
    fatalError("the disk is full")
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
