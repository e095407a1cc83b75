internal import Concurrency
internal import Foundation

/// A thread that uses a database.
struct UserThread: Hashable {
  private let id: ObjectIdentifier

  static var current: UserThread { UserThread(id: ObjectIdentifier(Thread.current)) }
}

/// The rules of a repairable database: which threads use it, and which have to wait for what.
struct RepairState {
  private enum Phase {
    case closed
    /// One thread opens the file, or removes it; the gate is opened when it has finished.
    case busy(Gate)
    case open(DatabasePool)
    /// One thread waits for the last user to leave, with the second gate.
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
  /// How many closures each thread runs, one inside the other.
  private var users: [UserThread: Int] = [:]
  /// How many files were replaced.
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

  /// - Returns: what to open outside the lock.
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

  /// - Returns: the pool that has lost its last user, to be released outside the lock.
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

  /// - Returns: what to open outside the lock.
  private mutating func finish(_ next: Phase) -> Gate {
    guard case .busy(let finished) = phase else { fatalError("finished without having begun") }
    phase = next
    return finished
  }
}
