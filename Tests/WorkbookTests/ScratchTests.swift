import Foundation
import Processes
import TestSupport
import Testing

@testable import Workbook

@Suite(.serialized)
struct `A scratch folder`: ~Copyable {
  let temporary: TemporaryFolder
  let run: Workspace

  init() throws {
    temporary = try TemporaryFolder("scratch-tests")
    run = Workspace(in: temporary.url)
  }

  private func names(below url: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }

  @Test
  func `is removed with its owner, and the run's folder with the last one`() throws {
    let first = try ScratchFolder(in: run)
    let common = first.url.deletingLastPathComponent()
    do {
      let second = try ScratchFolder(in: run)
      try Data("Ann".utf8).write(to: second.url.appending(path: "ann.txt"))
      #expect(try names(below: common) == ["1", "2"])
    }
    #expect(try names(below: common) == ["1"])
    try release(first)
    #expect(temporary.names == [])
    try release(ScratchFolder(in: run))
    #expect(temporary.names == [])
  }

  private func release(_ folder: consuming ScratchFolder) throws {
    #expect(try names(below: folder.url) == [])
  }

  @Test
  func `is removed with all others when the run ends, and not created afterwards`() throws {
    do {
      let folder = try ScratchFolder(in: run)
      try Data("Ann".utf8).write(to: folder.url.appending(path: "ann.txt"))
      run.remove()
      #expect(temporary.names == [])
      // Until here it has an owner.
      _ = folder.url
    }
    let error = #expect(throws: ScratchError.self) { _ = try ScratchFolder(in: run) }
    let end = temporary.names
    #expect(error?.description.contains("(Operation canceled)") == true)
    #expect(end == [])
  }

  @Test
  func `that cannot be created reports the place, the cause and a remedy`() throws {
    let file = temporary.file("file")
    try Data().write(to: file)
    let missing = temporary.file("no such folder")
    for (place, reason) in [(missing, "No such file or directory"), (file, "Not a directory")] {
      let run = Workspace(in: place)
      let error = #expect(throws: ScratchError.self) { _ = try ScratchFolder(in: run) }
      #expect(
        error?.description == """
          \(place.path) cannot hold temporary files (\(reason)); \
          set TMPDIR to a folder that exists, can be written and has room
          """)
    }
  }

  /// Simulates a full disk by limiting the size of this process's files to 8 KiB.
  @Test(.exitTest)
  func `is refused if the disk has room for a folder, but not for its contents`() async {
    await #expect(processExitsWith: .success) { [directory = temporary.url as URL] in
      ResourceLimit.fileSize.set(8192)
      let run = Workspace(in: directory)
      let error = #expect(throws: ScratchError.self) { _ = try ScratchFolder(in: run) }
      #expect(error?.description.contains("(File too large)") == true)
      let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      #expect(left == [])
    }
  }
}
