import Concurrency
import Foundation
import HTTP
import Loopback
import TestSupport
import Testing
import Workbook

@testable import Chapter_Repository

@Suite(.serialized)
struct `Chapter-Repository` {
  @Test
  func `is named like its program`() {
    let name = Program.Repository.programName
    #expect(name == "Chapter-Repository")
  }

  @Test
  func `shows its option for a real server`() throws {
    let ending = try BuiltProgram("Chapter-Repository").run(["--help"])
    #expect(ending.output.contains("--server URL"))
    #expect(ending.status == 0)
  }
}

@Suite(.serialized)
struct `An interrupted run` {
  /// The page has an open database in its folder while it waits for a response that never arrives.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `leaves no files, and ends with the signal`(signal: Int32) throws {
    let folder = try ScratchFolder()
    let server = try LoopbackServer(["/news.json": .init(body: "[]").held(by: Gate())])
    let process = try BuiltProgram("Chapter-Repository").start(
      ["cached", "--server", server.address.absoluteString],
      environment: ["TMPDIR": folder.url.path])
    let firstLine = process.line()
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    process.send(signal)
    let ending = process.ending()
    let after = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)

    #expect(firstLine == "store.readNewsList -> 0")
    #expect(before.count == 1)
    #expect(after == [])
    #expect(!ending.isExit)
    #expect(ending.status == signal)
  }
}
