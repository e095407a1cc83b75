import Foundation
import TestSupport
import Testing

@testable import Processes

struct `The temporary directory`: ~Copyable {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test
  func `is TMPDIR, without symbolic links`() throws {
    let link = folder.file("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.url)
    let chosen = TemporaryDirectory.url(in: ["TMPDIR": link.path])
    #expect(chosen.path == folder.url.path)
  }

  @Test
  func `is TMPDIR even if that does not exist, so that the error names it`() {
    let missing = folder.file("missing").path
    let chosen = TemporaryDirectory.url(in: ["TMPDIR": missing])
    #expect(chosen.path == missing)
  }

  @Test(arguments: [
    (
      TemporaryDirectoryError.Cause.system(.EMFILE),
      "(Too many open files); raise the limit of open files (`ulimit -n`)"
    ),
    (
      .system(.ENOENT),
      "(No such file or directory); set TMPDIR to a folder that exists, can be written and has room"
    ),
    (
      .unsuitableForCompiler,
      "(Its path has a character outside ASCII); set TMPDIR to a folder with an ASCII path, because "
        + "the Swift compiler crashes at others"
    ),
  ])
  func `that cannot be used is reported with what to do`(
    cause: TemporaryDirectoryError.Cause, text: String
  ) {
    let error = TemporaryDirectoryError(URL(filePath: "/tmp/here"), cause)
    #expect(error.description == "/tmp/here cannot hold temporary files \(text)")
  }

  @Test(arguments: [[:], ["TMPDIR": ""]])
  func `is the system's without TMPDIR`(environment: [String: String]) {
    let chosen = TemporaryDirectory.url(in: environment)
    #expect(FileManager.default.isWritableFile(atPath: chosen.path))
  }
}
