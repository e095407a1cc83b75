import Concurrency
import Foundation
import LayeredStorage
import Workbook

extension Page {
  static let failedWrite = Page(
    "failed-write", "A write that fails halfway", laboratory: .chain
  ) { transcript in
    try failAsWritten(transcript)
    try failFixed(transcript)
  }

  private static func failAsWritten(_ transcript: Transcript) throws {
    let file = AsWrittenFullFile()
    let memory = AsWritten.StudentMemoryProvider()
    let chain = AsWritten.SynchronizedStorageChain(
      memory.recorded(as: "memory", in: transcript),
      underlyingProvider: file.recorded(as: "file", in: transcript)
    ).recorded(as: "chain as written", in: transcript)
    try chain.setValue(.ann)
    file.base.isFull = true
    do {
      try chain.setValue(.bob)
    } catch {
      transcript.line(
        "as written: error: \(error), memory \(memory.getValue()), file \(try file.getValue())")
    }

    file.base.isFull = false
    file.base.reads = 0
    file.valueBeModifiedHandler?(.bob)
    try chain.setValue(.cid)
    _ = try chain.getValue()
    transcript.line("as written: change reported, set Cid, get: file reads \(file.base.reads)")
  }

  private static func failFixed(_ transcript: Transcript) throws {
    let file = FullFile()
    let memory = StudentMemoryProvider()
    let chain = SynchronizedStorageChain(
      memory.recorded(as: "memory", in: transcript),
      underlyingProvider: file.recorded(as: "file", in: transcript)
    ).recorded(as: "chain", in: transcript)
    try chain.setValue(.ann)
    file.isFull = true
    do {
      try chain.setValue(.bob)
    } catch {
      transcript.line(
        "fixed: error: \(error), memory \(try memory.getValue()), file \(try file.getValue())")
    }

    file.isFull = false
    file.reads = 0
    file.valueBeModifiedHandlers.notify()
    try chain.setValue(.cid)
    _ = try chain.getValue()
    transcript.line("fixed: change reported, set Cid, get: file reads \(file.reads)")
  }
}

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
  let base = FullFile()

  func getValue() throws -> Student { try base.getValue() }

  func setValue(_ value: Student) throws { try base.setValue(value) }
}
