import Foundation

/// Keeps threads that wake each other on one processor, where the system lets one.
///
/// On several, waking takes six times as long if the other's processor sleeps, and whether it does is
/// decided by whatever else runs. Threads that are started inside stay on the processor.
enum OneProcessor {
  static func run(_ body: () -> Void) {
    guard let set = Affinity.set, let before = Affinity.present else { return body() }
    _ = set(0, before.count, before.lowest)
    body()
    _ = set(0, before.count, before)
  }
}

/// Which processors the current thread may run on, a bit for each. Glibc's module lacks the calls.
private enum Affinity {
  typealias Set = @convention(c) (pid_t, Int, UnsafePointer<UInt8>) -> Int32
  typealias Get = @convention(c) (pid_t, Int, UnsafeMutablePointer<UInt8>) -> Int32

  static let set = symbol("sched_setaffinity").map { unsafeBitCast($0, to: Set.self) }
  private static let get = symbol("sched_getaffinity").map { unsafeBitCast($0, to: Get.self) }

  static var present: [UInt8]? {
    var bits = [UInt8](repeating: 0, count: 128)
    return get?(0, bits.count, &bits) == 0 ? bits : nil
  }

  private static func symbol(_ name: String) -> UnsafeMutableRawPointer? { dlsym(nil, name) }
}

extension [UInt8] {
  /// The lowest bit alone.
  fileprivate var lowest: [UInt8] {
    var bits = [UInt8](repeating: 0, count: count)
    if let place = firstIndex(where: { $0 != 0 }) { bits[place] = self[place] & (0 &- self[place]) }
    return bits
  }
}
