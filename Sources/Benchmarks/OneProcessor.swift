import Foundation

/// Runs threads that wake each other on one processor, on systems that allow it.
///
/// On several processors, waking takes six times as long if the other thread's processor sleeps,
/// which depends on where the system has placed the threads. All threads of the process are moved,
/// including those started meanwhile, because the threads of Swift's pool cannot be chosen.
enum OneProcessor {
  static func run<Result>(if isNeeded: Bool, _ body: () -> Result) -> Result {
    guard isNeeded, let before = Affinity.current else { return body() }
    Affinity.setAll(before.lowest)
    defer { Affinity.setAll(before) }
    return body()
  }
}

/// The processors on which a thread may run, one bit each. The calls are looked up because the
/// Glibc module lacks them.
private enum Affinity {
  typealias Set = @convention(c) (pid_t, Int, UnsafePointer<UInt8>) -> Int32
  typealias Get = @convention(c) (pid_t, Int, UnsafeMutablePointer<UInt8>) -> Int32

  private static let set = symbol("sched_setaffinity").map { unsafeBitCast($0, to: Set.self) }
  private static let get = symbol("sched_getaffinity").map { unsafeBitCast($0, to: Get.self) }

  /// The processors of the current thread. Nil on a system without the calls.
  static var current: [UInt8]? {
    var bits = [UInt8](repeating: 0, count: 128)
    return get?(0, bits.count, &bits) == 0 ? bits : nil
  }

  /// Sets the processors of all threads. Ignores threads that have ended meanwhile.
  static func setAll(_ bits: [UInt8]) {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    for thread in threads.compactMap(pid_t.init) { _ = set?(thread, bits.count, bits) }
  }

  private static func symbol(_ name: String) -> UnsafeMutableRawPointer? { dlsym(nil, name) }
}

extension [UInt8] {
  /// The same bytes with only the lowest set bit.
  fileprivate var lowest: [UInt8] {
    var bits = [UInt8](repeating: 0, count: count)
    if let place = firstIndex(where: { $0 != 0 }) { bits[place] = self[place] & (0 &- self[place]) }
    return bits
  }
}
