import Foundation
import TestSupport
import Testing
import Workbook

@testable import Chapter_StorageChain

/// What each page prints, to the letter.
private let pages: [(page: String, lines: String)] = [
  (
    page: "file-every-time",
    lines: """
    set Ann, file writes 1
    get Ann, file reads 1
    get Ann, file reads 2
    get Ann, file reads 3
    """
  ),
  (
    page: "load-and-save",
    lines: """
    launch: load, file reads 1
    get Ann, file reads 1
    set Bob, file writes 0
    terminate: save, file writes 1
    relaunch: get Bob
    set Cid, then killed
    relaunch: get Bob
    file changed outside to Dan, get Bob
    """
  ),
  (
    page: "cache-provider",
    lines: """
    get: cache miss, file read
    get: cache hit
    set: cache write, file write
    file changed outside
    get: file read, cache write
    """
  ),
  (
    page: "set",
    lines: """
    as written: memory.set Ann
    as written: file.set Ann
    fixed: file.set Ann
    fixed: memory.set Ann
    """
  ),
  (
    page: "get",
    lines: """
    memory.get -> Ann
    chain -> Ann
    file reads 0
    """
  ),
  (
    page: "get-after-change",
    lines: """
    as written: file changed outside to Bob
    as written: file reads 0
    as written: file.get -> Bob
    as written: handler: new value Bob
    as written: memory.set Bob
    as written: memory.get -> Bob
    as written: chain -> Bob
    as written: 3 gets later, file reads 4
    fixed: file changed outside to Bob
    fixed: file reads 0
    fixed: file.get -> Bob
    fixed: memory.set Bob
    fixed: handler: new value Bob
    fixed: memory.get -> Bob
    fixed: chain -> Bob
    fixed: 3 gets later, file reads 1
    """
  ),
  (
    page: "relaunch",
    lines: """
    as written: memory.get -> nobody
    as written: chain -> nobody
    fixed: file.get -> Ann
    fixed: memory.set Ann
    fixed: memory.get -> Ann
    fixed: chain -> Ann
    """
  ),
  (
    page: "three-changes",
    lines: """
    file changed outside to Bob, Cid, Dan
    file.get -> Dan
    file reads 1
    """
  ),
  (
    page: "wiring",
    lines: """
    Foo holds: StudentMemoryProvider, StudentFileProvider, SynchronizedStorageChain<StudentMemoryProvider, StudentFileProvider>
    currentStudent over memory and file: Ann
    currentStudent over memory and sqlite: Ann
    """
  ),
  (
    page: "any-two-providers",
    lines: """
    get -> 123
    underlying reports a change
    get -> hello world
    set 55688
    main 55688, underlying 55688
    """
  ),
  (
    page: "unowned",
    lines: """
    as written: child ended abnormally
    fixed: child ended normally
    """
  ),
  (
    page: "reading-handler",
    lines: """
    as written: child ended abnormally
    fixed: handler read Bob
    """
  ),
  (
    page: "failed-write",
    lines: """
    as written: error: full, memory Bob, file Ann
    as written: change reported, set Cid, get: file reads 1
    fixed: error: full, memory Ann, file Ann
    fixed: change reported, set Cid, get: file reads 0
    """
  ),
  (
    page: "two-chains",
    lines: """
    as written: A -> Ann, B -> Bob
    fixed: A -> Bob, B -> Bob
    """
  ),
  (
    page: "three-levels",
    lines: """
    sqlite changed to Bob
    sqlite.get -> Bob
    file.set Bob
    file.get -> Bob
    memory.set Bob
    memory.get -> Bob
    chain -> Bob
    """
  ),
  (
    page: "bad-files",
    lines: """
    missing file -> error: not found
    corrupt file -> error: not a student
    path below a file -> error: cannot write
    set in a missing directory, file exists true
    set nil -> file exists false
    as written: missing file -> nil
    as written: corrupt file -> nil
    as written: set in a missing directory, file exists false
    as written: try!: child ended abnormally
    """
  ),
]

struct `The pages` {
  @Test(arguments: pages)
  func `print what is documented`(page: String, lines: String) async {
    let printed = await StorageChain.printed(by: [page])
    #expect(printed.output == lines + "\n")
    #expect(printed.complaints == "")
    #expect(printed.status == 0)
  }

  @Test
  func `are complete`() {
    let slugs = pages.map(\.page)
    #expect(StorageChain.pages.map(\.slug) == slugs)
  }

  @Test
  func `are printed and recorded by the program as in the tests`() async throws {
    let folder = try TemporaryFolder("recordings")
    let files = [folder.file("tests.json"), folder.file("program.json")]
    let program = try BuiltProgram("Chapter-StorageChain").start(["--record", files[1].path])
    let inProcess = await StorageChain.printed(by: ["--record", files[0].path])
    let ending = program.ending()
    let recordings = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    #expect(ending.output == inProcess.output)
    #expect(ending.errors == "")
    #expect(ending.status == 0)
    #expect(recordings[1] == recordings[0])
  }

  /// The pages that wait for the system's file events, which come when they come.
  @Test
  func `are the same in 10 runs`() async {
    let watching = ["cache-provider", "get-after-change", "three-levels", "two-chains"]
    let first = await StorageChain.printed(by: watching)
    for _ in 1..<10 {
      let again = await StorageChain.printed(by: watching)
      #expect(again == first)
    }
  }

  @Test
  func `with children are the same in 3 runs`() async {
    let first = await StorageChain.printed(by: [])
    for _ in 1..<3 {
      let again = await StorageChain.printed(by: [])
      #expect(again == first)
    }
  }
}
