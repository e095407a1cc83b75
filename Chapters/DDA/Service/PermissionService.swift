internal import Concurrency
internal import Foundation

/// A resource of the device that requires the user's permission.
public enum Permission: String, CaseIterable, Sendable {
  /// The position of the device.
  case gps
  /// The photo library.
  case photo
  /// Notifications from the server while the app is not open.
  case push
}

/// Asks the user for permissions, once for each.
public protocol PermissionService: Sendable {
  /// Asks the user, or returns the earlier answer.
  func answer(for permission: Permission) async -> PermissionAnswer
}

/// The user's answer to a request for a permission.
public enum PermissionAnswer: String, Sendable {
  /// The user allows it.
  case granted
  /// The user does not allow it.
  case denied
  /// There was no user to answer; the question can be asked again later.
  case unknown
}

/// Predefined permissions; all others are denied.
struct ScriptedPermissions: PermissionService {
  let granted: Set<Permission>

  func answer(for permission: Permission) async -> PermissionAnswer {
    granted.contains(permission) ? .granted : .denied
  }
}

/// Asks for permissions on the terminal, one question at a time.
///
/// Answers are cached, so that each question is asked once. Without a terminal no question is
/// asked, and no call waits. Input is read on a separate thread, because it must not block Swift's
/// cooperative pool.
final class ConsolePermissions: PermissionService {
  /// The terminal, for writing questions and reading answers.
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

  /// Called only on the thread, so that a question is never asked twice.
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
