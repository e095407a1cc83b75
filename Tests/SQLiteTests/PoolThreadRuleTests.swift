import Foundation
import SQLite
import TestSupport
import Testing

struct `A thread of a pool`: ~Copyable {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  enum Nesting: String, CaseIterable, Codable {
    case writeInWrite, readInRead, writeInRead

    var message: String {
      switch self {
      case .writeInWrite:
        "A thread that writes to a DatabasePool writes to it again: pass the connection on"
      case .readInRead:
        "A thread that reads from a DatabasePool reads from it again: pass the connection on"
      case .writeInRead:
        "A thread that reads from a DatabasePool writes to it: finish reading first"
      }
    }
  }

  @Test(arguments: Nesting.allCases)
  func `cannot wait for itself`(nesting: Nesting) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [nesting = nesting as Nesting, file = folder.database as URL] in
      let pool = try DatabasePool(at: file, .impatient)
      switch nesting {
      case .writeInWrite: try pool.write { _ in try pool.write { _ in } }
      case .readInRead: try pool.read { _ in try pool.read { _ in } }
      case .writeInRead: try pool.read { _ in try pool.write { _ in } }
      }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      .split(separator: "\n").first { $0.contains("Fatal error: ") }
      .flatMap { $0.components(separatedBy: "Fatal error: ").last }
    #expect(message == nesting.message)
  }
}
