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
  /// Runs a command line inside this process, and captures its output.
  ///
  /// - Parameters:
  ///   - arguments: The command line, without the program's name.
  ///   - program: The program that pages start as a child. By default, the one beside the tests.
  ///   - ask: Answers a prompt as a reader at a terminal would: with a line, or with nil at the end
  ///     of the input. By default there is no terminal.
  /// - Returns: The output and the exit status. Only the screen has prompts and answers.
  @MainActor
  public static func printed(
    by arguments: [String], startingChildrenWith program: URL? = nil,
    asking ask: (@Sendable (_ prompt: String) -> String?)? = nil
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
    let status = await run(
      arguments, on: console, program: program ?? BuiltProgram(programName).executable)
    return printed.withLock {
      $0.status = status.rawValue
      return $0
    }
  }
}
