import Foundation
import TestSupport
import Testing

@testable import Processes

struct `A run folder`: ~Copyable {
  let directory: TemporaryFolder
  init() throws { directory = try TemporaryFolder("run-folder") }

  private func make(_ name: String) throws {
    try directory.file("\(name)/ann.txt").write("Ann")
  }

  @Test
  func `is stale once its process has released its lock, and not before`() throws {
    do {
      let folder = try RunFolder(in: directory.url)
      try Data("Ann".utf8).write(to: folder.url.appending(path: "ann.txt"))
      RunFolder.removeStale(in: directory.url)
      #expect(directory.names == [folder.url.lastPathComponent])
    }
    RunFolder.removeStale(in: directory.url)
    #expect(directory.names == [])
  }

  @Test
  func `is the only folder that is removed`() throws {
    let others = [
      "DataLayerWorkbook", "DataLayerWorkbook-0123456789abcde", "DataLayerWorkbook-notes",
      "My-DataLayerWorkbook-0123456789abcdef", "DataLayerWorkbook-0123456789ABCDEF",
    ]
    for name in others { try make(name) }
    let link = "DataLayerWorkbook-fedcba9876543210"
    try FileManager.default.createSymbolicLink(
      at: directory.file(link), withDestinationURL: directory.file(others[0]))
    RunFolder.removeStale(in: directory.url)
    RunFolder.remove(directory.file(others[2]))
    let left = try FileManager.default.subpathsOfDirectory(atPath: directory.url.path)
    #expect(directory.names == (others + [link]).sorted())
    #expect(left.count { $0.hasSuffix("ann.txt") } == others.count)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files to another user"))
  func `of another user is kept`() throws {
    let name = "DataLayerWorkbook-0123456789abcdef"
    try make(name)
    try #require(chown(directory.file(name).path, 12_345, 12_345) == 0)
    RunFolder.removeStale(in: directory.url)
    #expect(directory.names == [name])
  }

  @Test
  func `is never removed while it is created or used, whatever other runs remove`() {
    let lost = Recorder<String>()
    let haveFinished = allFinish(threads: 4) { [directory = directory.url] _ in
      for _ in 0..<50 {
        do {
          let folder = try RunFolder(in: directory)
          RunFolder.removeStale(in: directory)
          try Data("Ann".utf8).write(to: folder.url.appending(path: "ann.txt"))
          folder.remove()
        } catch { lost.record("\(error)") }
      }
    }
    #expect(haveFinished)
    #expect(lost.entries == [])
    #expect(directory.names == [])
  }

  @Test(.exitTest)
  func `is removed by a process without a free descriptor`() async {
    await #expect(processExitsWith: .success) { [directory = directory.url as URL] in
      let folder = try RunFolder(in: directory)
      try folder.url.appending(path: "a/b/ann.txt").write("Ann")
      var descriptors: [CInt] = []
      ResourceLimit.openFiles.set(64)
      while let descriptor = Optional(open("/dev/null", O_RDONLY)), descriptor >= 0 {
        descriptors.append(descriptor)
      }
      folder.remove()
      for descriptor in descriptors { close(descriptor) }
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }
  }
}

struct `The temporary directory`: ~Copyable {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test
  func `is TMPDIR, without symbolic links`() throws {
    let link = folder.file("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.url)
    #expect(TemporaryDirectory.url(in: ["TMPDIR": link.path]).path == folder.url.path)
  }

  @Test
  func `is TMPDIR even if that does not exist, so that the error names it`() {
    let missing = folder.file("missing").path
    #expect(TemporaryDirectory.url(in: ["TMPDIR": missing]).path == missing)
  }

  @Test(arguments: [
    (
      POSIXErrorCode.EMFILE,
      "(Too many open files); raise the limit of open files (`ulimit -n`)"
    ),
    (
      .ENOSPC,
      "(No space left on device); free 16 MB there, or set TMPDIR to a folder with so much room"
    ),
  ])
  func `that cannot be used is reported with what to do`(
    code: POSIXErrorCode, text: String
  ) {
    let error = TemporaryDirectoryError(URL(filePath: "/tmp/here"), code, withRoomFor: 16 << 20)
    #expect(error.description == "/tmp/here cannot hold temporary files \(text)")
  }

  @Test(arguments: [[:], ["TMPDIR": ""]])
  func `is the system's without TMPDIR`(environment: [String: String]) {
    let chosen = TemporaryDirectory.url(in: environment)
    #expect(FileManager.default.isWritableFile(atPath: chosen.path))
  }
}
