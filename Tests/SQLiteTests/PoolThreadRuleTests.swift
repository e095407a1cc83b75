import Foundation
import SQLite
import TestSupport
import Testing

struct `A thread of a pool`: ~Copyable {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The message of the fatal error.
  private func message(of result: ExitTest.Result?) -> String? {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      .split(separator: "\n").first { $0.contains("Fatal error: ") }
      .flatMap { $0.components(separatedBy: "Fatal error: ").last }
  }

  @Test
  func `that is writing cannot write again`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [file = folder.database as URL] in
      let pool = try DatabasePool(at: file, .impatient)
      try pool.write { _ in try pool.write { _ in } }
    }
    let message = message(of: result)
    #expect(
      message == "A thread that writes to a DatabasePool writes to it again: pass the connection on"
    )
  }

  @Test
  func `that is reading cannot read again`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [file = folder.database as URL] in
      let pool = try DatabasePool(at: file, .impatient)
      try pool.read { _ in try pool.read { _ in } }
    }
    let message = message(of: result)
    #expect(
      message
        == "A thread that reads from a DatabasePool reads from it again: pass the connection on"
    )
  }

  @Test
  func `that is reading cannot write`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [file = folder.database as URL] in
      let pool = try DatabasePool(at: file, .impatient)
      try pool.read { _ in try pool.write { _ in } }
    }
    let message = message(of: result)
    #expect(
      message == "A thread that reads from a DatabasePool writes to it: finish reading first")
  }
}
