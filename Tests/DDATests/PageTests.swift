import Foundation
import TestSupport
import Testing
import Workbook

@testable import Chapter_DDA

/// The exact output of each page.
private let pages: [(page: String, lines: String)] = [
  (
    page: "rename",
    lines: """
    view: shows "Hi, Jake"
    setting: newName Taylor
    setting: valid
    service: modifyUserName Taylor
    request: ModifyUserNameRequest Taylor sent
    request: success
    rawModel: name Jake -> Taylor
    viewModel: title Hi, Taylor
    view: shows "Hi, Taylor"
    dal: update user 1 name Taylor
    dal: saved
    """
  ),
  (
    page: "validation",
    lines: """
    setting: rejected, empty
    setting: rejected, 21 over 20
    service calls 0, requests 0, dal writes 0
    """
  ),
  (
    page: "server-refuses",
    lines: """
    request: failure 500
    setting: told failure 500
    rawModel: name Jake
    view events 0, dal writes 0
    """
  ),
  (
    page: "action-or-data",
    lines: """
    action-driven: header Taylor, badge J
    data-driven: data name Taylor
    data-driven: data initial T
    data-driven: header Taylor, badge T
    """
  ),
  (
    page: "services-swapped",
    lines: """
    real: view: shows "Hi, Taylor"
    in memory: view: shows "Hi, Taylor"
    permission gps: granted
    permission photo: denied
    permission push: granted
    call returned before the answer: true
    """
  ),
  (
    page: "crud",
    lines: """
    insert 1 Jake
    get 1 -> UserRawModel Jake
    update 1 Taylor
    all -> 1 Taylor
    delete 1
    get 1 -> nil
    """
  ),
  (
    page: "threads",
    lines: """
    write sync on dal.write
    read sync on dal.read
    write async done on dal.write, completion on service
    read async done on dal.read, completion on service
    reader during an open write sees Jake
    reader after commit sees Taylor
    sync write from dal.write: error: already on dal.write
    """
  ),
  (
    page: "one-raw-model",
    lines: """
    shared: conversions 1
    one model per layer: conversions 2
    """
  ),
  (
    page: "bindings",
    lines: """
    cell bound to user 1: Hi, Jake
    cell rebound to user 2: Hi, Ann
    user 1 renamed: cell events 0
    user 2 renamed: cell: Hi, Anna
    cell released
    user 2 renamed: cell events 0
    two view models, one raw model: Hi, Zoe and Hi, Zoe
    two view models, two raw models: Hi, Zoe and Hi, Anna
    """
  ),
  (
    page: "data-events",
    lines: """
    event: insert 1
    event: update 1
    event: delete 1
    event: refresh 100 rows
    """
  ),
  (
    page: "save-fails",
    lines: """
    as written: view: shows "Hi, Taylor"
    as written: dal: error: read only
    as written: relaunch: view: shows "Hi, Jake"
    fixed: view: shows "Hi, Taylor"
    fixed: dal: error: read only
    fixed: setting: told not saved
    fixed: dal: retry, saved
    fixed: relaunch: view: shows "Hi, Taylor"
    """
  ),
  (
    page: "relaunch",
    lines: """
    relaunch: dal: get 1 -> Taylor
    relaunch: view: shows "Hi, Taylor"
    """
  ),
  (
    page: "decorators",
    lines: """
    get 1: dal read
    get 1: cache
    measured: loadAll 1 call
    """
  ),
]

struct `The pages` {
  @Test(arguments: pages)
  func `print what is documented`(page: String, lines: String) async {
    let printed = await DDA.printed(by: [page])
    #expect(printed.output == lines + "\n")
    #expect(printed.complaints == "")
    #expect(printed.status == 0)
  }

  @Test
  func `are all here`() {
    let slugs = pages.map(\.page)
    #expect(DDA.pages.map(\.slug) == slugs)
  }

  @Test
  func `are printed in order and recorded, in the tests and by the program`() async throws {
    let expected = pages.map { "--- \($0.page) ---\n\($0.lines)\n" }.joined(separator: "\n")
    let folder = try TemporaryFolder("recordings")
    let files = [folder.file("tests.json"), folder.file("program.json")]
    let program = try BuiltProgram("Chapter-DDA").start(["--record", files[1].path])
    let inProcess = await DDA.printed(by: ["--record", files[0].path])
    let ending = program.ending()
    let recordings = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    #expect(inProcess.output == expected)
    #expect(ending.output == expected)
    #expect(ending.errors == "")
    #expect(ending.status == 0)
    #expect(recordings[1] == recordings[0])
  }
}

@Suite(.serialized)
struct `The option --permissions` {
  @Test
  func `asks no question and does not wait without a terminal`() throws {
    let ending = try BuiltProgram("Chapter-DDA").run(
      ["services-swapped", "--permissions", "ask"])
    let answers = ending.output.split(separator: "\n").filter { $0.hasPrefix("permission") }
    #expect(
      answers == [
        "permission gps: unknown", "permission photo: unknown", "permission push: unknown",
      ])
    #expect(ending.errors == "")
  }

  @Test
  func `accepts one word, even before a page that does not ask`() async {
    let printed = await DDA.printed(by: ["crud", "--permissions", "yes"])
    #expect(printed.status == 64)
    #expect(printed.output == "")
    #expect(printed.complaints.contains("--permissions accepts only the word ask, and not \"yes\""))
  }
}
