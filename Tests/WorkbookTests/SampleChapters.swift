import Concurrency
import Foundation
import Processes
import Terminal
import TestSupport

@testable import Workbook

enum Sample: Chapter {
  static let title = "A chapter for tests"
  static let options = [ChapterOption("--server", "URL", help: "asks a real server")]
  static let pages = [
    Page("drawn", "Something to draw") { page in
      page.sending(.value("1")) { page.line("sent 1") }
    },
    Page("plain", "Nothing to draw") { page in page.line("a line") },
    Page("asks", "What was set") { page in
      page.line("server \(page.value(of: options[0]) ?? "none")")
    },
  ]
}

enum Broken: Chapter {
  struct Refused: Error {}

  static let title = "A page that fails"
  static let pages = [
    Page("fails", "Throws") { page in
      page.line("before")
      throw Refused()
    },
    Page("after", "Runs all the same") { page in page.line("after") },
    Page("elsewhere", "Has no place for its files") { _ in
      _ = try ScratchFolder(in: Workspace(in: URL(filePath: "/dev/null")))
    },
  ]
}

/// A console that logs its calls and can refuse to write after some lines.
struct Desk: Sendable {
  private let log = Recorder<String>()

  func console(
    refusing error: StandardStream.Failure? = nil, after count: Int = .max,
    isTerminal: Bool = false, returns: Int = .max,
    isStyled: Bool = false, columns: Int = 80
  ) -> Console {
    let ask: @Sendable (String) -> String? = { _ in
      log.record("Return")
      return lines.count { $0 == "Return" } < returns ? "" : nil
    }
    var console = Console(
      write: { text throws(StandardStream.Failure) in
        if let error, lines.count >= count { throw error }
        log.record(text)
      },
      complain: { line in log.record("complaint: \(line)") },
      ask: isTerminal ? ask : nil,
      isStyled: isStyled)
    console.columns = { columns }
    return console
  }

  var lines: [String] { log.entries }
}

enum Predicted: Chapter {
  struct Offline: Error {}

  static let title = "Pages to predict"
  static let options = [ChapterOption("--server", "URL", help: "asks a real server")]
  static let hasEnded = Locked(false)
  static let servers = Locked<[String?]>([])

  static let pages = [
    Page("sent", "Values") { page in
      page.sending(.value("1")) { page.line("observer1: next(1)") }
      page.line("observer1: next(2)")
      page.line("observer1: completed")
    },
    Page("received", "The same values, from another observer") { page in
      page.line("observer2: next(1)")
      page.line("observer2: completed")
    },
    Page("facts", "Lines of several facts") { page in
      for line in ["get Ann", "get Ann, reads 1", "get Bob, reads 2"] { page.line(line) }
    },
    Page("failed", "A page that fails") { page in
      page.line("request sent")
      throw Offline()
    },
    Page("broken", "Lines with breaks") { page in page.line("first\n\n  second   line ") },
    Page("silent", "No line at all") { _ in },
    Page("server", "Its server") { page in
      let server = page.value(of: options[0])
      servers.withLock { $0.append(server) }
      page.line("server \(server ?? "none")")
    },
    Page("nowhere", "Has no place for its files") { page in
      page.line("before")
      _ = try ScratchFolder(in: Workspace(in: URL(filePath: "/dev/null")))
    },
    Page("thread", "A line from another thread") { page in
      await Task.detached { page.line("from a thread") }.value
      hasEnded.withLock { $0 = true }
    },
  ]
}

enum Long: Chapter {
  static let title = "Many lines"
  static let pages = [
    Page("long", "Ten thousand lines") { page in
      for number in 1...10_000 { page.line("line \(number)") }
    }
  ]
}

enum Wordless: Chapter {
  static let title = "One line without a word"
  static let pages = [Page("only", "It") { page in page.line("...") }]
}

let introduction = """
  Type the line that you expect next. ? offers choices, Return alone shows the
  line, q prints the rest of the page, and Ctrl-D ends the questions. White space
  makes no difference.

  """

/// A reader's prepared answers, followed by the end of the input.
final class Answers: Sendable {
  private let rest: Locked<[String]>

  init(_ answers: [String]) { rest = Locked(answers.reversed()) }

  var remaining: Int { rest.withLock { $0.count } }

  var next: @Sendable (_ prompt: String) -> String? { { _ in self.rest.withLock { $0.popLast() } } }
}
