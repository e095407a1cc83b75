import Foundation
import Testing

@testable import Terminal

struct `The temporary directory`: ~Copyable {
  let folder = TemporaryDirectory.url.appending(path: "terminal-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  @Test
  func `is TMPDIR, without symbolic links`() throws {
    let link = folder.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
    let chosen = TemporaryDirectory.url(in: ["TMPDIR": link.path])
    #expect(chosen.path == folder.path)
  }

  @Test
  func `is TMPDIR also where that does not exist, so that the error names it`() {
    let missing = folder.appending(path: "missing").path
    let chosen = TemporaryDirectory.url(in: ["TMPDIR": missing])
    #expect(chosen.path == missing)
  }

  @Test(arguments: [[:], ["TMPDIR": ""]])
  func `is the system's without TMPDIR`(environment: [String: String]) {
    let chosen = TemporaryDirectory.url(in: environment)
    #expect(FileManager.default.isWritableFile(atPath: chosen.path))
  }
}
