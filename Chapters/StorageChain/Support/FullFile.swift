import Concurrency
import Foundation
import LayeredStorage

/// The disk is full.
struct NoRoom: Error, CustomStringConvertible, LocalizedError {
  let description = "full"

  var errorDescription: String? { "The disk is full." }
}

/// A simulated file that counts its reads and whose disk can be full.
final class FullFile: SynchronizedDataProviding {
  let valueBeModifiedHandlers = ChangeHandlers()
  private let state = Locked(State())

  private struct State {
    var student = Student.nobody
    var isFull = false
    var reads = 0
  }

  var isFull: Bool {
    get { state.withLock { $0.isFull } }
    set { state.withLock { $0.isFull = newValue } }
  }

  var reads: Int {
    get { state.withLock { $0.reads } }
    set { state.withLock { $0.reads = newValue } }
  }

  func getValue() throws -> Student {
    state.withLock {
      $0.reads += 1
      return $0.student
    }
  }

  func setValue(_ value: Student) throws {
    try state.withLock {
      guard !$0.isFull else { throw NoRoom() }
      $0.student = value
    }
    valueBeModifiedHandlers.notify()
  }
}

/// The same file for the chain as written, whose providers have a single handler.
final class AsWrittenFullFile: AsWritten.SynchronizedDataProviding {
  var valueBeModifiedHandler: ((_ newValue: Student) -> Void)?
  private let file = FullFile()

  var isFull: Bool {
    get { file.isFull }
    set { file.isFull = newValue }
  }

  var reads: Int {
    get { file.reads }
    set { file.reads = newValue }
  }

  func getValue() throws -> Student { try file.getValue() }

  func setValue(_ value: Student) throws { try file.setValue(value) }
}
