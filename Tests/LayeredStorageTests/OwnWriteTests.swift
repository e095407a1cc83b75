import Foundation
import Testing

@testable import LayeredStorage

struct `A write of one's own`: ~Copyable {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test
  func `is told apart from another's that follows at once`() throws {
    let other = scratch.directory.appending(path: "elsewhere/other.json")
    try FileManager.default.createDirectory(
      at: other.deletingLastPathComponent(), withIntermediateDirectories: true)
    try replace(other, with: "Bob")
    let path = scratch.file.path
    var watch = try FileWatch(path) {}
    defer { watch.stop() }
    let first = OwnWrite.replaced(try File.replace(path, with: Data("\"Ann\"".utf8)))
    let afterOwn = try watch.takeChanges(except: first)
    let second = OwnWrite.replaced(try File.replace(path, with: Data("\"Ann\"".utf8)))
    // From another directory: nothing is queued between the two, so the system makes one of them.
    #expect(rename(other.path, path) == 0)
    let afterBoth = try watch.takeChanges(except: second)
    _ = try File.remove(path)
    let afterRemoval = try watch.takeChanges(except: .removed)
    #expect([afterOwn, afterBoth, afterRemoval] == [false, true, false])
  }
}
