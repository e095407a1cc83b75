import Foundation
import LayeredStorage
import TestSupport
import Testing

@testable import WorkbookCommand

struct `A watch over files`: ~Copyable {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(.timeLimit(.minutes(10)))
  func `reports a file that was written in place, renamed, removed, restored or created`() throws {
    let files = ["in place", "renamed", "removed", "created"].map { name in
      (name: name, file: folder.url.appending(path: name + ".swift"))
    }
    for (_, file) in files.dropLast() { try file.write("before") }
    let watch = SaveWatch(files)
    try Data("after".utf8).write(to: files[0].file)
    try watch.wait(for: "in place")
    try Data("after".utf8).write(to: files[1].file, options: .atomic)
    try watch.wait(for: "renamed")
    try FileManager.default.removeItem(at: files[2].file)
    try watch.wait(for: "removed")
    try files[2].file.write("after")
    // A removal may be reported twice. A file that never existed is reported once it is created.
    try watch.wait(for: "removed")
    try files[3].file.write("after")
    try watch.wait(for: "created")
    #expect(watch.failure == nil)
  }

  @Test(.timeLimit(.minutes(10)))
  func `reports all files if the system does not report events`() {
    let files = ["one", "two"].map { (name: $0, file: folder.url.appending(path: $0)) }
    let watch = SaveWatch(files, interval: 0.01) { file, _ in
      let reason = file.lastPathComponent == "two" ? SystemError.tooManyOpen : nil
      return FileEvents(failure: { reason }, registration: nil)
    }
    let first = watch.next()
    let second = watch.next()
    #expect(watch.failure == .tooManyOpen)
    #expect(first == ["one", "two"])
    #expect(second == ["one", "two"])
  }

  @Test(.timeLimit(.minutes(10)))
  func `ends when its reports are no longer read`() {
    let file = folder.url.appending(path: "one.swift")
    let watch = SaveWatch([(name: "one", file: file)], interval: 0.01)
    var looks = 0
    let changed = watch.next {
      looks += 1
      return looks < 3
    }
    #expect(changed == nil)
    #expect(looks == 3)
  }

  @Test
  func `ends for a waiting call, and for later ones`() {
    let watch = SaveWatch([(name: "one", file: folder.url.appending(path: "one.swift"))])
    Thread { watch.end() }.start()
    let first = watch.next()
    let second = watch.next()
    #expect(first == nil)
    #expect(second == nil)
  }
}

extension SaveWatch {
  /// Waits until this file has changed. A save may be reported more than once.
  fileprivate func wait(for name: String) throws {
    try waiting(for: "the change of the file “\(name)”") {
      while let names = self.next(), !names.contains(name) {}
    }
  }
}
