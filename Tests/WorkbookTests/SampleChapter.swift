import Concurrency
import Foundation
import Processes
import Terminal

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
  private let log = Locked<[String]>([])

  func console(
    refusing error: StandardStream.Failure? = nil, after count: Int = .max,
    isTerminal: Bool = false, returns: Int = .max,
    isStyled: Bool = false, columns: Int = 80
  ) -> Console {
    let ask: @Sendable (String) -> String? = { _ in
      add("Return")
      return lines.count { $0 == "Return" } < returns ? "" : nil
    }
    return Console(
      write: { text in
        if let error, lines.count >= count { throw error }
        add(text)
      },
      complain: { line in add("complaint: \(line)") },
      ask: isTerminal ? ask : nil,
      isStyled: isStyled, columns: { columns })
  }

  var lines: [String] { log.withLock { $0 } }

  private func add(_ line: String) { log.withLock { $0.append(line) } }
}
