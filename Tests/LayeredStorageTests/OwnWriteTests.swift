import Foundation
import Testing

@testable import LayeredStorage

@Suite(.serialized)
struct `An own write`: ~Copyable {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test
  func `is distinguished from another writer's that follows at once`() throws {
    let other = scratch.directory.appending(path: "elsewhere/other.json")
    try FileManager.default.createDirectory(
      at: other.deletingLastPathComponent(), withIntermediateDirectories: true)
    try replace(other, with: "Bob")
    let path = scratch.file.path
    let handlers = ChangeHandlers()
    let changes = ChangeDetection(of: path, for: handlers, watching: DirectoryWatch.start)
    changes.start()
    var reported: [Int] = []
    func revision() -> Int { handlers.revision }
    try changes.write { path throws(SystemError) in
      try File.replace(path, with: Data("\"Ann\"".utf8))
    }
    reported.append(revision())
    try changes.write { path throws(SystemError) in
      let own = try File.replace(path, with: Data("\"Ann\"".utf8))
      // Another writer replaces the file before this write ends.
      guard rename(other.path, path) == 0 else { throw SystemError(rawValue: errno) }
      return own
    }
    reported.append(revision())
    try changes.write { path throws(SystemError) in
      try File.remove(path)
      return FileFingerprint()
    }
    reported.append(revision())
    #expect(reported == [0, 1, 1])
  }

  @Test
  func `chooses another temporary name if one is taken`() throws {
    let path = scratch.file.path
    let taken = scratch.directory.appending(path: StaleTemporaryFiles.name(1))
    try Data("another's".utf8).write(to: taken)
    var numbers: [UInt64] = [1, 1, 2]
    _ = try File.replace(path, with: Data("Ann".utf8)) { numbers.removeFirst() }
    let texts = try [scratch.file, taken].map { try String(contentsOf: $0, encoding: .utf8) }
    #expect(numbers == [])
    #expect(texts == ["Ann", "another's"])
    #expect(scratch.names == [StaleTemporaryFiles.name(1), "value.json"])
  }

  @Test
  func `fails with a reason if every temporary name is taken`() throws {
    let path = scratch.file.path
    try replace(scratch.file, with: "old")
    try Data().write(to: scratch.directory.appending(path: StaleTemporaryFiles.name(1)))
    var count = 0
    let error = #expect(throws: SystemError.self) {
      try File.replace(path, with: Data("Ann".utf8)) {
        count += 1
        return 1
      }
    }
    let text = try String(contentsOf: scratch.file, encoding: .utf8)
    #expect(error == .nameIsTaken)
    #expect(count == 8)
    #expect(text == "\"old\"")
  }
}
