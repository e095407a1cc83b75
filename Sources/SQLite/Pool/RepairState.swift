internal import Foundation

/// The rules of a repairable database: which threads use it, and what the others wait for.
struct RepairState {
  var pool: DatabasePool?
  /// The number of times that the file was replaced.
  private(set) var generation = 0
  /// Whether a thread is opening or replacing the file.
  private var isChanging = false
  /// The number of nested closures that each thread is running.
  private var users: [ObjectIdentifier: Int] = [:]

  var isUsed: Bool { !users.isEmpty }

  /// - Returns: Whether the thread has entered; otherwise it has to open the file. Nil while
  ///   another thread opens or replaces the file, unless the current thread is running a closure,
  ///   for which the replacement waits.
  mutating func enter() -> Bool? {
    let thread = ObjectIdentifier(Thread.current)
    guard !isChanging || users[thread] != nil else { return nil }
    guard pool != nil else {
      isChanging = true
      return false
    }
    users[thread, default: 0] += 1
    return true
  }

  mutating func leave() {
    let thread = ObjectIdentifier(Thread.current)
    let depth = (users[thread] ?? 1) - 1
    users[thread] = depth > 0 ? depth : nil
  }

  /// - Returns: False if the file was replaced since that generation; nil while another thread opens
  ///   or replaces it.
  mutating func beginReplacing(_ known: Int) -> Bool? {
    guard generation == known else { return false }
    guard !isChanging else { return nil }
    isChanging = true
    return true
  }

  /// Ends opening or replacing the file.
  mutating func end(with pool: DatabasePool? = nil, isReplaced: Bool = false) {
    self.pool = pool
    if isReplaced { generation += 1 }
    isChanging = false
  }
}
