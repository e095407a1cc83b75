internal import Concurrency
internal import Foundation

/// The identity of a thread that uses a database.
struct UserThread: Hashable {
  private let id: ObjectIdentifier

  static var current: UserThread { UserThread(id: ObjectIdentifier(Thread.current)) }
}

/// The rules of a repairable database: which threads use it, and what the others wait for.
struct RepairState {
  private enum Phase {
    case closed
    /// A thread is opening or removing the file; it opens the gate when it has finished.
    case busy(Gate)
    case open(DatabasePool)
    /// A thread waits at the gate `unused` for the last user to leave.
    case replacing(DatabasePool, finished: Gate, unused: Gate)
  }

  enum Entry {
    case entered
    case open
    case wait(Gate)
  }

  enum Replacement {
    case replaced
    case remove(unused: Gate)
    case wait(Gate)
  }

  private var phase = Phase.closed
  /// The number of nested closures that each thread is running.
  private var users: [UserThread: Int] = [:]
  /// The number of times that the file was replaced.
  private(set) var generation = 0

  var pool: DatabasePool? {
    switch phase {
    case .open(let pool), .replacing(let pool, _, _): pool
    case .closed, .busy: nil
    }
  }

  mutating func enter(_ thread: UserThread) -> Entry {
    switch phase {
    case .closed:
      phase = .busy(Gate())
      return .open
    case .busy(let finished): return .wait(finished)
    case .replacing(_, let finished, _) where users[thread] == nil: return .wait(finished)
    case .open, .replacing:
      users[thread, default: 0] += 1
      return .entered
    }
  }

  /// - Returns: The gate to open outside the lock.
  mutating func leave(_ thread: UserThread) -> Gate? {
    let depth = (users[thread] ?? 1) - 1
    users[thread] = depth > 0 ? depth : nil
    guard users.isEmpty, case .replacing(_, _, let unused) = phase else { return nil }
    return unused
  }

  mutating func replace(_ known: Int) -> Replacement {
    guard generation == known else { return .replaced }
    let unused = Gate()
    switch phase {
    case .busy(let finished), .replacing(_, let finished, _): return .wait(finished)
    case .closed:
      phase = .busy(Gate())
      unused.open()
    case .open(let pool):
      phase = .replacing(pool, finished: Gate(), unused: unused)
      if users.isEmpty { unused.open() }
    }
    return .remove(unused: unused)
  }

  /// - Returns: The pool that has lost its last user, to be released outside the lock.
  mutating func takePool() -> DatabasePool? {
    guard case .replacing(let pool, let finished, _) = phase else { return nil }
    phase = .busy(finished)
    return pool
  }

  mutating func didOpen(_ pool: DatabasePool) -> Gate { finish(.open(pool)) }

  mutating func didClose() -> Gate { finish(.closed) }

  mutating func didReplace() -> Gate {
    generation += 1
    return finish(.closed)
  }

  /// - Returns: The gate to open outside the lock.
  private mutating func finish(_ next: Phase) -> Gate {
    guard case .busy(let finished) = phase else {
      fatalError("RepairState: no opening or replacement is in progress")
    }
    phase = next
    return finished
  }
}
