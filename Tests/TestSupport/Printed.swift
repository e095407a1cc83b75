internal import Concurrency
public import Foundation
internal import Terminal
public import Workbook

/// The output of a command line, and its exit status.
public struct Printed: Sendable, Equatable {
  /// Standard output.
  public var output = ""
  /// Standard error.
  public var complaints = ""
  /// Both, with prompts and answers, as a terminal would show them.
  public var screen = ""
  /// The exit status.
  public var status: Int32 = 0

  public init(output: String = "", complaints: String = "", screen: String = "", status: Int32 = 0)
  {
    self.output = output
    self.complaints = complaints
    self.screen = screen
    self.status = status
  }
}

extension Chapter {
  /// Runs a command line, without the program's name, inside this process, and captures its output.
  ///
  /// `ask` answers a prompt as a reader at a terminal would: with a line, or with nil at the end of
  /// the input. By default there is no terminal.
  @MainActor
  public static func printed(
    by arguments: [String], asking ask: (@Sendable (_ prompt: String) -> String?)? = nil
  ) async -> Printed {
    let printed = Locked(Printed())
    let console = Console(
      write: { text in
        printed.withLock {
          $0.output += text
          $0.screen += text
        }
      },
      complain: { line in
        printed.withLock {
          $0.complaints += line + "\n"
          $0.screen += line + "\n"
        }
      },
      ask: ask.map { ask in
        { @Sendable (prompt: String) -> String? in
          let answer = ask(prompt)
          let echo = answer.map { $0 + "\n" } ?? ""
          printed.withLock { $0.screen += prompt + echo }
          return answer
        }
      },
      isStyled: false)
    // Other tests block threads of the default priority, and a page waits for a thread many times.
    let status = await Task(priority: .high) {
      await run(arguments, on: console, program: BuiltProgram(programName).executable)
    }.value
    return printed.withLock {
      $0.status = status.rawValue
      return $0
    }
  }
}

/// A run of a chapter's program with `--record`. Each program runs once for all tests.
public struct RecordedProgram: Sendable {
  public let ending: BuiltProgram.ExecutionResult
  /// The recordings of its pages, as JSON.
  public let recording: Data

  /// The lines under each heading, without blank lines between pages.
  public var pages: [(slug: String, lines: [Substring])] {
    ending.output.split(separator: "\n").reduce(into: []) { pages, line in
      if line.hasPrefix("--- "), line.hasSuffix(" ---") {
        pages.append((String(line.dropFirst(4).dropLast(4)), []))
      } else {
        pages[pages.count - 1].lines.append(line)
      }
    }
  }

  /// The runs of all chapters, by the names of their programs.
  public static let all = Result<[String: RecordedProgram], any Error> {
    let temporary = try TemporaryFolder("recordings")
    let names = ["Subjects", "Repository", "StorageChain", "DDA", "ConfinedStore"]
    let runs = try names.map { "Chapter-\($0)" }.map { name in
      (name, try BuiltProgram(name).start(["--record", temporary.file(name).path]))
    }
    return try runs.reduce(into: [:]) { all, run in
      all[run.0] = RecordedProgram(
        ending: run.1.ending(), recording: try Data(contentsOf: temporary.file(run.0)))
    }
  }
}
