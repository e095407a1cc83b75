import Foundation
import TestSupport
import Testing
import Workbook

@testable import Chapter_ConfinedStore

/// What each page about the app prints, to the letter.
private let appPages: [(page: String, lines: String)] = [
  (
    page: "first-entry",
    lines: """
    basicUI
    requestBasicData
    bindActions
    registNotifications
    bindBusiness
    db select
    present 1 Ann, 2 Bob
    network request
    present 1 Ann, 2 Bobby, 3 Cid
    db insert 3 view models
    """
  ),
  (
    page: "refresh",
    lines: """
    network request
    present 1 Ann, 2 Bobby, 3 Cid
    db insert 3 view models
    network request
    error: offline
    present 1 Ann, 2 Bobby, 3 Cid
    """
  ),
  (
    page: "wrong-thread",
    lines: """
    realm_task_thread: 2 artists
    main: child ended: store accessed from incorrect thread
    """
  ),
  (
    page: "lazy-collection",
    lines: """
    results made, evaluations 0
    handed to DataManager
    DataManager: child ended: store accessed from incorrect thread
    realm_task_thread: count 2, evaluations 1
    DataManager: copied view models 2
    """
  ),
  (
    page: "ordered-tasks",
    lines: """
    5 tasks added by 3 callers
    order run equals order added: true
    task threads: realm_task_thread
    callers' queue: datamanager
    lost updates 0
    """
  ),
  (
    page: "task-in-task",
    lines: """
    as written: timed out
    fixed: task 1
    fixed: task 2
    """
  ),
  (
    page: "leaving",
    lines: """
    enter: thread started
    leave: 3 tasks drained
    leave: thread finished
    task after leaving: refused
    DBRoot released
    """
  ),
  (
    page: "what-is-stored",
    lines: """
    raw model from JSON: 1 Ann
    viewModel.model.name Ann, viewModel.name Ann
    tables: ArtistViewModel
    tap 1: highlighted true
    relaunch: 1 Ann highlighted true
    """
  ),
  (
    page: "merge",
    lines: """
    db: 1 Ann, file: 2 Bob, network: 3 Cid
    merged: 1 Ann, 2 Bob, 3 Cid
    server: 1 Annie
    naive: 1 Annie highlighted false
    merged: 1 Annie highlighted true
    """
  ),
  (
    page: "bind-data",
    lines: """
    cell 1: Ann
    MainManager renames 1 to Anna
    cell 1: Ann
    bindData
    cell 1: Anna
    """
  ),
  (
    page: "last-work",
    lines: """
    all 3
    filter a: present 1 Ann, 3 Cara
    call-back: selected 3
    next request: page 2
    """
  ),
  (
    page: "business-cycle",
    lines: """
    strong: controllers alive after leaving 1
    weak: controllers alive after leaving 0
    """
  ),
]

struct `The pages` {
  @Test(arguments: appPages + storePages)
  func `print what is documented`(page: String, lines: String) async {
    let printed = await Program.ConfinedStore.printed(by: [page])
    #expect(printed.output == lines + "\n")
    #expect(printed.complaints == "")
    #expect(printed.status == 0)
  }

  @Test
  func `are complete`() {
    let slugs = (appPages + storePages).map(\.page)
    #expect(Program.ConfinedStore.pages.map(\.slug) == slugs)
  }

  @Test
  func `are printed and recorded by the program as in the tests`() async throws {
    let folder = try TemporaryFolder("recordings")
    let files = [folder.file("tests.json"), folder.file("program.json")]
    let program = try BuiltProgram("Chapter-ConfinedStore").start(["--record", files[1].path])
    let inProcess = await Program.ConfinedStore.printed(by: ["--record", files[0].path])
    let ending = program.ending()
    let recordings = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    #expect(ending.output == inProcess.output)
    #expect(ending.errors == "")
    #expect(ending.status == 0)
    #expect(recordings[1] == recordings[0])
  }

  @Test
  func `report an unusable temporary directory, and create no files`() throws {
    let place = "/dev/null/confined-store"
    let ending = try BuiltProgram("Chapter-ConfinedStore").run(
      ["versions"], environment: ["TMPDIR": place])
    #expect(ending.output == "")
    #expect(
      ending.errors == """
        Chapter-ConfinedStore: \(place) cannot hold temporary files (Not a directory); \
        set TMPDIR to a folder that exists, can be written and has room

        """)
    #expect(ending.status == 74)
  }

  @Test
  func `are the same in 3 runs`() async {
    let first = await Program.ConfinedStore.printed(by: [])
    for _ in 1..<3 {
      let again = await Program.ConfinedStore.printed(by: [])
      #expect(again == first)
    }
  }
}
