internal import Concurrency
package import Foundation
internal import Terminal

/// The output of a command line, and its exit status.
package struct Printed: Sendable, Equatable {
  /// Standard output.
  package var output = ""
  /// Standard error.
  package var complaints = ""
  /// Both, and what is asked and answered, as a terminal would show them.
  package var screen = ""
  /// The exit status.
  package var status: Int32 = 0
}

extension Chapter {
  /// Carries out a command line inside this process and catches what it prints.
  ///
  /// - Parameters:
  ///   - arguments: the command line, without the program's name.
  ///   - program: what pages that need a child start; the one beside the tests by default.
  ///   - ask: answers a prompt as a reader at a terminal would: with a line, or with nil at the end of the input. By
  ///     default there is no terminal.
  /// - Returns: what it printed, and how it ended. Prompts and answers are on its screen only.
  @MainActor
  package static func printed(
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
    let status = await run(arguments, on: console, program: program ?? builtProgram)
    return printed.withLock {
      $0.status = status.rawValue
      return $0
    }
  }
}
