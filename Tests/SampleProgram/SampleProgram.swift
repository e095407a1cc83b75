import Foundation
import Workbook

/// A chapter whose program the tests start, so that they can end its parent.
@main
enum SampleProgram: Chapter {
  static let title = "A program for tests"
  static let pages: [Page] = []
  static let children = [ignoresItsParent, writes, returns]

  /// Opens the file that it is given, writes a file of its own, and goes on for ever.
  static let ignoresItsParent = ChildRole("ignores-its-parent") { child in
    let file = try FileHandle(forWritingTo: URL(filePath: child.arguments[0]))
    let folder = try ScratchFolder()
    try Data("Ann".utf8).write(to: folder.url.appending(path: "ann.txt"))
    child.say("started")
    DispatchSemaphore(value: 0).wait()
    withExtendedLifetime(file) {}
  }

  /// Writes files until one cannot be written.
  static let writes = ChildRole("writes") { child in
    let folder = try ScratchFolder()
    for number in 0... {
      try Data("Ann".utf8).write(to: folder.url.appending(path: "\(number % 10).txt"))
      try Data("Bob".utf8).write(to: URL(filePath: child.arguments[0]))
      if number == 10 { child.say("started") }
    }
  }

  /// Ends by itself when its parent says so, or has ended.
  static let returns = ChildRole("returns") { child in
    child.say("started")
    _ = child.hear()
  }
}
