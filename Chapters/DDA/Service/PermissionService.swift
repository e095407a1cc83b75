internal import Concurrency
internal import Foundation

/// A part of the device that an app may use only if the user allows it.
public enum Permission: String, CaseIterable, Sendable {
  /// The position of the device.
  case gps
  /// The photo library.
  case photo
  /// Notifications from the server while the app is not open.
  case push
}

/// Asks the user, once for each permission.
public protocol PermissionService: Sendable {
  /// The user's answer, now or earlier.
  func answer(for permission: Permission) async -> PermissionAnswer
}

/// The user's answer to a permission.
public enum PermissionAnswer: String, Sendable {
  /// The app may.
  case granted
  /// The app may not.
  case denied
  /// There was no user to answer; ask again another time.
  case unknown
}

/// Permissions that were decided beforehand; all others are denied.
struct ScriptedPermissions: PermissionService {
  let granted: Set<Permission>

  func answer(for permission: Permission) async -> PermissionAnswer {
    granted.contains(permission) ? .granted : .denied
  }
}

/// Permissions that are asked for on the terminal, one question at a time.
///
/// Answers are remembered, so that each question is asked once. Without a terminal no question is asked,
/// and nothing waits. Input is read on a thread of its own, never on one of Swift's cooperative pool.
final class ConsolePermissions: PermissionService {
  /// Where questions are written and answers are read.
  struct Terminal: Sendable {
    /// Whether there is a user to answer.
    var isInteractive: @Sendable () -> Bool = { isatty(STDIN_FILENO) == 1 }
    /// Writes a question, without a line break.
    var ask: @Sendable (String) -> Void = { question in
      try? FileHandle.standardError.write(contentsOf: Data(question.utf8))
    }
    /// Waits for a line; nil at the end of the input.
    var read: @Sendable () -> String? = { readLine() }
  }

  private let terminal: Terminal
  private let thread = ThreadPool(name: "permissions")
  private let answers = Locked<[Permission: PermissionAnswer]>([:])

  init(_ terminal: Terminal = Terminal()) { self.terminal = terminal }

  func answer(for permission: Permission) async -> PermissionAnswer {
    let answer = OneShot<PermissionAnswer>()
    thread.async { [self] in answer.fulfill(answerNow(for: permission)) }
    return await answer.value
  }

  /// On the thread only, so that the same question is never asked twice.
  private func answerNow(for permission: Permission) -> PermissionAnswer {
    if let answer = answers.withLock({ $0[permission] }) { return answer }
    let answer = ask(permission)
    if answer != .unknown { answers.withLock { $0[permission] = answer } }
    return answer
  }

  /// Repeats the question until the answer is yes or no, or the input ends.
  private func ask(_ permission: Permission) -> PermissionAnswer {
    guard terminal.isInteractive() else { return .unknown }
    while true {
      terminal.ask("May this app use \(permission.rawValue)? (yes or no) ")
      guard let line = terminal.read() else { return .unknown }
      switch line.trimmingCharacters(in: .whitespaces).lowercased() {
      case "yes", "y": return .granted
      case "no", "n": return .denied
      default: continue
      }
    }
  }
}
