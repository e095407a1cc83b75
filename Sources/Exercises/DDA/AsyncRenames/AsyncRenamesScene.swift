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

/// Callers that rename users, over a server and a database that the script controls: `rename ann 4
/// Taylor` is a call by `ann` that renames user 4.
///
/// Each request at the server and each save is an event with a number. `accept 1` and `accept 1
/// Tayla` answer a request, `refuse 1 500` refuses it, `saved 2` ends a save, and `unsaved 2 full`
/// makes it fail. The outcome of a call is an event: `ann: saved "Taylor"`, `ann: failed, full`.
/// After `cancel ann` it is not reported until `outcome ann`, and is `ann: cancelled`, or that of
/// any other call.
///
/// The tasks run on the thread that takes the step, one at a time, until none can continue. The
/// events of the server and the database come first, and those of the callers are sorted by their
/// names.
public struct AsyncRenamesScene<Service: AsyncRenamesRequirements>: Scene {
  private let stage = AsyncRenamesStage<Service>()

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    try stage.take(step, events)
  }
}

private final class AsyncRenamesStage<Service: AsyncRenamesRequirements> {
  private let tasks = StepTasks()
  private let server: RequestedNameServer
  private let database: RequestedNameDatabase
  private let service: Service
  private let outcomes = Locked<[String: String]>([:])

  init() {
    server = RequestedNameServer(tasks)
    database = RequestedNameDatabase(tasks)
    service = Service(server: server, database: database)
  }

  deinit {
    tasks.end { [server, database] in
      server.requests.close()
      database.saves.close()
    }
  }

  func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    try tasks.take(events) { () throws(SceneFailure) in
      switch step.verb {
      case "rename":
        rename(try step.argument(0), try step.number(1), to: try step.argument(2))
      case "accept":
        server.accept(try step.number(0), as: step.arguments.dropFirst().first)
      case "refuse":
        server.refuse(try step.number(0), DataProblem(try step.argument(1)))
      case "saved": database.end(try step.number(0), .success(()))
      case "unsaved":
        database.end(try step.number(0), .failure(DataProblem(try step.argument(1))))
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

/// A server whose requests wait for a response from the script.
private final class RequestedNameServer: AsyncNameServer {
  let requests = ScriptedRequests<String>()
  private let names = Locked<[Int: String]>([:])
  private let tasks: StepTasks

  init(_ tasks: StepTasks) {
    self.tasks = tasks
  }

  func rename(_ user: Int, to name: String) async throws -> String {
    let number = requests.begin()
    names.withLock { $0[number] = name }
    tasks.report("server: request \(number), \(user) to \"\(name)\"")
    return try await requests.answer(to: number) { [tasks] in
      tasks.report("server: request \(number) was cancelled")
    }
  }

  /// Accepts a request, with the requested name or with another.
  func accept(_ number: Int, as name: String?) {
    end(number, .success(name ?? names.withLock { $0[number] } ?? ""))
  }

  func refuse(_ number: Int, _ problem: DataProblem) { end(number, .failure(problem)) }

  private func end(_ number: Int, _ answer: Result<String, any Error>) {
    if !requests.answer(number, answer) {
      tasks.report("server: no request \(number) waits for an answer")
    }
  }
}

/// A database whose saves wait for the script.
private final class RequestedNameDatabase: AsyncNameDatabase {
  let saves = ScriptedRequests<Void>()
  private let tasks: StepTasks

  init(_ tasks: StepTasks) {
    self.tasks = tasks
  }

  func save(_ name: String, of user: Int) async throws {
    let number = saves.begin()
    tasks.report("database: save \(number), \(user) \"\(name)\"")
    try await saves.answer(to: number) { [tasks] in
      tasks.report("database: save \(number) was cancelled")
    }
  }

  func end(_ number: Int, _ result: Result<Void, any Error>) {
    if !saves.answer(number, result) { tasks.report("database: no save \(number) is under way") }
  }
}
