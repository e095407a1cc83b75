internal import Dispatch
internal import Foundation

/// Permissions that are asked for on the terminal, one question at a time.
///
/// What was answered is remembered, so that nobody is asked twice. Without a terminal nobody is asked, and
/// nothing waits.
final class ConsolePermissions: PermissionService {
  /// Where questions go and answers come from.
  struct Terminal: Sendable {
    /// Whether a person is there to answer.
    var isThere: @Sendable () -> Bool = { isatty(STDIN_FILENO) == 1 }
    /// Is given a question, without a line break.
    var ask: @Sendable (String) -> Void = { question in
      try? FileHandle.standardError.write(contentsOf: Data(question.utf8))
    }
    /// Waits for a line; nil when no more will come.
    var hear: @Sendable () -> String? = { readLine() }
  }

  private let memory: Memory

  init(_ terminal: Terminal = Terminal()) { memory = Memory(terminal) }

  func answer(for permission: Permission) async -> PermissionAnswer {
    let (answers, answer) = AsyncStream.makeStream(of: PermissionAnswer.self)
    // On a thread that may wait for a person, which those of Swift's pool may not.
    memory.queue.async { [memory] in
      answer.yield(memory.answer(for: permission))
      answer.finish()
    }
    for await answer in answers { return answer }
    return .unknown
  }
}

/// Used on its queue only.
private final class Memory: @unchecked Sendable {
  // Unchecked because the answers are reached on the serial queue only.
  let queue = DispatchQueue(label: "permissions")
  private let terminal: ConsolePermissions.Terminal
  private var answers: [Permission: PermissionAnswer] = [:]

  init(_ terminal: ConsolePermissions.Terminal) { self.terminal = terminal }

  func answer(for permission: Permission) -> PermissionAnswer {
    if let answer = answers[permission] { return answer }
    let answer = question(permission)
    if answer != .unknown { answers[permission] = answer }
    return answer
  }

  /// Asks until it gets a yes or a no, or nobody is there any more.
  private func question(_ permission: Permission) -> PermissionAnswer {
    guard terminal.isThere() else { return .unknown }
    while true {
      terminal.ask("May this app use \(permission.rawValue)? (yes or no) ")
      guard let line = terminal.hear() else { return .unknown }
      switch line.trimmingCharacters(in: .whitespaces).lowercased() {
      case "yes", "y": return .granted
      case "no", "n": return .denied
      default: continue
      }
    }
  }
}
