import BuiltPrograms
import Concurrency
import Foundation
import HTTP
import Loopback
import Testing
import Workbook

@Suite(.serialized)
struct `A run that is ended from outside` {
  /// The page holds a database in its folder while it waits for an answer that never comes.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `leaves no files, and dies of the signal`(signal: Int32) throws {
    let folder = try ScratchFolder()
    let server = try LoopbackServer(["/news.json": .init(body: "[]").held(by: Gate())])
    let process = BuiltProgram("Chapter-Repository")
      .process(["cached", "--server", server.address.absoluteString])
    let output = Pipe()
    process.environment = ProcessInfo.processInfo.environment
      .merging(["TMPDIR": folder.url.path]) { $1 }
    process.standardOutput = output
    try process.run()
    let firstLine = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    let after = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)

    #expect(firstLine == "store.readNewsList -> 0\n")
    #expect(before.count == 1)
    #expect(after == [])
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == signal)
  }
}
