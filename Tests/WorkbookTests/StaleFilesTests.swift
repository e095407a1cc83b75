import Foundation
import TestSupport
import Testing

/// Each run is a separate process with the same temporary directory.
struct `A run after one that was killed`: ~Copyable {
  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder("stale") }

  private func start(_ page: String) throws -> RunningProgram {
    let run = try BuiltProgram("SampleProgram").start(
      [page], environment: ["TMPDIR": temporary.url.path])
    try #require(run.line() == "started")
    return run
  }

  private func runAnother() throws {
    let ending = try BuiltProgram("SampleProgram").run(
      ["--list"], environment: ["TMPDIR": temporary.url.path])
    try #require(ending.status == 0)
  }

  @Test
  func `removes its files`() throws {
    let killed = try start("keeps-a-folder")
    killed.send(SIGKILL)
    killed.ending()
    let left = temporary.names
    try runAnother()
    let end = temporary.names
    #expect(left.count == 1)
    #expect(end == [])
  }

  @Test
  func `removes the files that its crashing child could not remove`() throws {
    for _ in 0..<5 {
      let killed = try start("crashes")
      killed.send(SIGKILL)
      killed.ending()
    }
    // A child may still be removing its own files. It ends during some of the next runs.
    for _ in 0..<1000 {
      try runAnother()
      if temporary.names.isEmpty { break }
    }
    let end = temporary.names
    #expect(end == [])
  }

  @Test
  func `keeps the files of a run that is still in progress`() throws {
    let living = try start("keeps-a-folder")
    let before = try FileManager.default.subpathsOfDirectory(atPath: temporary.url.path).sorted()
    try runAnother()
    let after = try FileManager.default.subpathsOfDirectory(atPath: temporary.url.path).sorted()
    living.ending()
    let end = temporary.names
    #expect(before.count == 3)
    #expect(before == after)
    #expect(end == [])
  }
}
