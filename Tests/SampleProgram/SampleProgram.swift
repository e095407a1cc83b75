import Foundation
import Workbook

/// A chapter whose program the tests start and kill.
@main
enum SampleProgram: Chapter {
  static let title = "A program for tests"
  static let pages = [crashes]
  static let children = [ignoresItsParent, writes, returns, traps]

  /// Starts crashing children endlessly, one after the other.
  static let crashes = Page("crashes", "Children that crash") { transcript in
    for number in 0... {
      _ = try transcript.run(traps)
      if number == 0 { transcript.line("started") }
    }
  }

  /// Opens the file in its argument, writes a scratch file, and never ends.
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

  /// Crashes while it has a file in a scratch folder.
  static let traps = ChildRole("traps") { _ in
    let folder = try ScratchFolder()
    try Data("Ann".utf8).write(to: folder.url.appending(path: "ann.txt"))
    fatalError("on purpose")
  }

  /// Ends when its parent asks for it or has ended.
  static let returns = ChildRole("returns") { child in
    child.say("started")
    _ = child.nextLine()
  }
}
