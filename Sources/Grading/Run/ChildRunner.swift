internal import Concurrency
internal import Exercising
internal import Foundation
package import Processes

/// Runs programs, each in a session of its own, and reads their output meanwhile. It ends a program
/// and its descendants when the program exceeds a limit or the runner is cancelled.
package final class ChildRunner: Sendable {
  private let cancelled = Locked(false)
  private let running = DispatchGroup()
  /// The temporary files of the programs.
  let workspace: Workspace
  /// Receives the compilers and the learners' programs that are started.
  let log: Grader.Log?

  package init(in workspace: Workspace = Workspace(), log: Grader.Log? = nil) {
    self.workspace = workspace
    self.log = log
  }

  /// Ends all programs, and returns when they have ended and the workspace is removed. No program
  /// starts later. The thread that waits for a program also ends it: elsewhere, its id might
  /// already belong to a new process.
  package func cancel() {
    cancelled.withLock { $0 = true }
    running.wait()
    workspace.remove()
  }

  /// Runs a program or its starter to its end. Blocks. Its input is a feed's script, or empty.
  /// Throws if it cannot be started, or the runner was cancelled before.
  func run(
    _ command: ChildCommand, limits: Limits, feed: ScriptFeed? = nil
  ) throws(GradingError) -> ProcessResult {
    running.enter()
    defer { running.leave() }
    // Checked after entering the group, for which ``cancel()`` waits.
    let isCancelled = { [cancelled] in cancelled.withLock { $0 } }
    guard !isCancelled() else { throw .cancelled }
    let streams: [SocketPair]
    do { streams = try (0..<6).map { _ in try SocketPair() } } catch {
      throw GradingError("No socket could be created", (error as? POSIXError)?.code.rawValue ?? EIO)
    }
    let (input, ends) = (streams[0], streams.dropFirst())
    let process: SpawnedProcess
    do {
      process = try SpawnedProcess(
        command.program, command.arguments, environment: command.environment,
        descriptors: ([input.reading] + ends.map(\.writing)).map(\.fileDescriptor),
        isSessionLeader: true)
    } catch { throw GradingError("“\(command.program)” could not be started", error.code.rawValue) }
    for end in ends { try? end.writing.close() }
    if let feed { input.send(feed.beginning) } else { try? input.writing.close() }
    var monitor = ProcessMonitor(
      process, tree: ProcessTree(root: process.id, mark: command.mark, user: command.user),
      limits: limits, streams: ends.map(\.reading), feed: feed)
    return monitor.waitForEnd(isCancelled: isCancelled) { text in
      if let text { input.send(text) } else { try? input.writing.close() }
    }
  }
}

/// A program to start, with its arguments, environment and input.
package struct ChildCommand: Sendable {
  /// An absolute path.
  package var program: String
  package var arguments: [String] = []
  /// The whole environment: nothing is inherited.
  package var environment: [String: String] = [:]
  /// The user that the program becomes, whose processes end with it. Nil for the grader's user.
  var user: uid_t?
  /// Keeps other graders from the user that the program becomes.
  var reservation: LearnerUsers.Reservation?
  /// A variable in the environment of its descendants, as `NAME=value`, if they may outlive it.
  var mark: String?
}

enum TerminationReason: Sendable, Hashable {
  case exited(Int32)
  /// It was terminated by this signal, which the grader did not send.
  case signaled(Int32)
  /// The grader ended it: it was not started in time.
  case notReady
  /// The grader or the system ended it: too much processor time.
  case cpuTimeExceeded
  /// The grader ended it: all its threads waited without an interruption.
  case stalled
  /// The grader ended it: its threads waited again and again, too long in all.
  case waitTimeExceeded
  case outputExceeded
  case memoryExceeded
  case cancelled
}

struct ProcessResult: Sendable {
  var reason: TerminationReason
  var output: [UInt8] = []
  var errors: [UInt8] = []
  /// The bytes that it wrote to descriptor 3.
  var events: [UInt8] = []
  /// The output of its starter.
  var start: [UInt8] = []
  /// The bytes that its ``BacktraceHandler`` wrote to descriptor 5.
  var backtrace: [UInt8] = []
  /// The processor time, and the time in which all its threads waited.
  var seconds = 0.0

  /// The message of a starter that is about to execute the program.
  static let started = Array("started\n".utf8)

  /// Why the starter could not execute the program. Nil if it did.
  var startFailure: String? {
    if start == Self.started { return nil }
    let words = start.starts(with: Self.started) ? start.dropFirst(Self.started.count) : start[...]
    if !words.isEmpty { return String(cleaning: words.dropLast()) }
    return switch reason {
    case .cancelled, .notReady: nil
    default: "its starter ended first (\(reason)) \(String(cleaning: errors))"
    }
  }
}

/// Sends a learner's program its script: the nonce at once, and each step when the one before it is
/// done, so that the program's memory never contains a later step.
struct ScriptFeed {
  let beginning: String
  private let nonce: String
  private var steps: ArraySlice<String>
  /// The incomplete last line.
  private var line: [UInt8] = []

  /// A trusted program is one of the workbook's own, and gets all steps at once.
  init(nonce: String, steps: [String], isTrusted: Bool = false) {
    self.nonce = nonce
    self.steps = isTrusted ? [] : steps[...]
    beginning = ([nonce] + (isTrusted ? steps : [])).map { $0 + "\n" }.joined()
  }

  /// The answers to the requests on descriptor 3: the next step for each, or nil to end the input.
  mutating func answers(to bytes: ArraySlice<UInt8>) -> [String?] {
    line += bytes
    var answers: [String?] = []
    let rest = line.withUnsafeBytes { rest in
      var rest = rest
      while let line = rest.popPrefix(upTo: 0x0A) {
        guard let frame = Frame(line: line, nonce: nonce) else { continue }
        if [.done, .ready].contains(frame.kind) {
          answers.append(steps.popFirst().map { $0 + "\n" })
        }
      }
      return rest.count
    }
    line.removeFirst(line.count - rest)
    return answers
  }
}
