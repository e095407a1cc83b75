import Exercising
import Foundation

/// Fills files that are in memory and in no folder, and maps none of them.
final class PublishSubject: LearnersSubject {
  init() {}

  func on(_ signal: Signal) {
    typealias Create = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
    guard let symbol = dlsym(nil, "memfd_create") else { return }
    let block = [UInt8](repeating: 7, count: 1 << 20)
    var total = 0
    for _ in 0..<40 {
      let file = unsafeBitCast(symbol, to: Create.self)("hoard", 0)
      for _ in 0..<15 { total += max(write(file, block, block.count), 0) }
    }
    print(total > 256 << 20 ? "hoarded \(total >> 20) MB" : "refused")
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
