internal import Concurrency

/// The requirements of the exercise AsyncRenames.
public protocol AsyncRenamesRequirements: Actor {
  init(server: any AsyncNameServer, database: any AsyncNameDatabase)

  /// Renames a user at the server, and then in the database.
  ///
  /// - Returns: The name that the server has given the user, once it is saved.
  /// - Throws: The error of the server or of the database. `CancellationError` if the task was
  ///   cancelled before the request was sent.
  func rename(_ user: Int, to name: String) async throws -> String
}

/// A server that renames users.
public protocol AsyncNameServer: Sendable {
  /// Requests a rename. The request ends at once if its task is cancelled, but the server may still
  /// have renamed the user.
  ///
  /// - Returns: The user's new name. The server may have changed it.
  /// - Throws: ``DataProblem``, and `CancellationError` if the task is cancelled.
  func rename(_ user: Int, to name: String) async throws -> String
}

/// A database of users.
public protocol AsyncNameDatabase: Sendable {
  /// Saves a name.
  ///
  /// - Throws: ``DataProblem``, and `CancellationError` if the task is cancelled.
  func save(_ name: String, of user: Int) async throws
}

/// Callers that rename users, over a server and a database that the script controls. In the step
/// `rename ann 4 Taylor`, ann renames user 4.
///
/// Each request at the server and each save is an event with a number. The outcome of a call is an
/// event: `ann: saved "Taylor"`, `ann: failed, full`. After `cancel ann` it is not reported until
/// `outcome ann`, and is `ann: cancelled`, or that of any other call.
///
/// `StepTasks` describes how the tasks run, and the order of the events of a step.
public final class AsyncRenamesScene<Service: AsyncRenamesRequirements>: Scene {
  public static var forms: StepForms {
    [
      "rename ann 4 Taylor": nil,
      "accept 1; accept 1 Tayla":
        "makes the server accept that request, with another name if there is one.",
      "refuse 1 late": "makes the server refuse that request.",
      "saved 1": "ends the save with that number.",
      "unsaved 1 full": "makes the save with that number fail.",
      "cancel ann": "cancels the task of that caller.",
      "outcome ann": "reports how the cancelled call has ended.",
    ]
  }

  private let tasks = StepTasks()
  /// The names with which the server accepts requests. Nil for the requested name.
  private let requests: ScriptedRequests<String?>
  private let saves: ScriptedRequests<Void>
  private let service: Service
  private let outcomes = Locked<[String: String]>([:])

  public init() {
    requests = ScriptedRequests(tasks)
    saves = ScriptedRequests(
      tasks, request: "database: save", noRequest: "database: no save # is under way")
    service = Service(server: requests, database: saves)
  }

  deinit {
    tasks.end {
      requests.close()
      saves.close()
    }
  }

  public func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    try tasks.take(events) { () throws(SceneFailure) in
      switch step.verb {
      case "rename":
        rename(try step.argument(0), try step.number(1), to: try step.argument(2))
      case "accept":
        requests.answer(try step.number(0), .success(step.arguments.dropFirst().first))
      case "refuse":
        requests.answer(try step.number(0), .failure(DataProblem(try step.argument(1))))
      case "saved": saves.answer(try step.number(0), .success(()))
      case "unsaved":
        saves.answer(try step.number(0), .failure(DataProblem(try step.argument(1))))
      case "cancel": tasks.cancel(try step.argument(0))
      case "outcome":
        let caller = try step.argument(0)
        tasks.report("\(caller):", outcomes.withLock { $0[caller] } ?? "waits")
      default: throw step.unknown
      }
    }
  }

  private func rename(_ caller: String, _ user: Int, to name: String) {
    outcomes.withLock { $0[caller] = nil }
    tasks.start(caller) { [service, tasks, outcomes] in
      let outcome: String
      do {
        outcome = "saved \"\(try await service.rename(user, to: name))\""
      } catch is CancellationError {
        outcome = "cancelled"
      } catch { outcome = "failed, \(error)" }
      outcomes.withLock { $0[caller] = outcome }
      if !Task.isCancelled { tasks.report("\(caller):", outcome) }
    }
  }
}

extension ScriptedRequests: AsyncNameServer where Answer == String? {
  func rename(_ user: Int, to name: String) async throws -> String {
    try await send(", \(user) to \"\(name)\"") ?? name
  }
}

extension ScriptedRequests: AsyncNameDatabase where Answer == Void {
  func save(_ name: String, of user: Int) async throws {
    try await send(", \(user) \"\(name)\"")
  }
}
