/// The requirements of the exercise SharedNews. News items are identified by their numbers.
public protocol SharedNewsRequirements: Actor {
  init(server: any AsyncNewsServer)

  /// The news in memory, or the server's news if memory is empty.
  ///
  /// - Throws: The error of the server.
  func news() async throws -> [Int]

  /// The server's news, even if memory has some.
  ///
  /// - Throws: The error of the server.
  func reload() async throws -> [Int]

  /// Removes the news from memory when the user logs out.
  func forget()
}

/// A server of news with an asynchronous request.
public protocol AsyncNewsServer: Sendable {
  /// Requests the news. The request ends at once if its task is cancelled.
  ///
  /// - Throws: ``DataProblem``, and `CancellationError` if the task is cancelled.
  func requestNews() async throws -> [Int]
}

/// Callers of one repository, over a server that the script controls: `read ann`, `reload ann`,
/// `forget`.
///
/// Each request at the server is an event with its number, and `answer 1 7 8` and `fail 1 offline`
/// respond to it. The outcome of a call is an event: `ann: news 7 8`, `ann: problem offline`.
/// `cancel ann` cancels her task, whose outcome is then not reported. A list without numbers is
/// empty.
///
/// The tasks run on the thread that takes the step, one at a time, until none can continue. The
/// server's events of a step come first, and those of the callers are sorted by their names.
public struct SharedNewsScene<Repository: SharedNewsRequirements>: Scene {
  private let stage = SharedNewsStage<Repository>()

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    try stage.take(step, events)
  }
}

private final class SharedNewsStage<Repository: SharedNewsRequirements> {
  private let tasks = StepTasks()
  private let server: RequestedServer
  private let repository: Repository

  init() {
    server = RequestedServer(tasks)
    repository = Repository(server: server)
  }

  deinit {
    tasks.end { [server] in server.requests.close() }
  }

  func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    try tasks.take(events) { () throws(SceneFailure) in
      switch step.verb {
      case "read":
        receive(try step.argument(0)) { [repository] in try await repository.news() }
      case "reload":
        receive(try step.argument(0)) { [repository] in try await repository.reload() }
      case "forget": tasks.start("forget") { [repository] in await repository.forget() }
      case "answer": server.answer(try step.number(0), .success(try step.numbers(from: 1)))
      case "fail":
        server.answer(try step.number(0), .failure(DataProblem(try step.argument(1))))
      case "cancel": tasks.cancel(try step.argument(0))
      default: throw step.unknown
      }
    }
  }

  private func receive(
    _ caller: String, _ call: @escaping @Sendable () async throws -> [Int]
  ) {
    tasks.start(caller) { [tasks] in
      let line: String
      do { line = "news \(try await call().listed)" } catch { line = "problem \(error)" }
      if !Task.isCancelled { tasks.report("\(caller):", line) }
    }
  }
}

/// A server whose requests wait for a response from the script.
private final class RequestedServer: AsyncNewsServer {
  let requests = ScriptedRequests<[Int]>()
  private let tasks: StepTasks

  init(_ tasks: StepTasks) {
    self.tasks = tasks
  }

  func requestNews() async throws -> [Int] {
    let number = requests.begin()
    tasks.report("server: request \(number)")
    return try await requests.answer(to: number) { [tasks] in
      tasks.report("server: request \(number) was cancelled")
    }
  }

  func answer(_ number: Int, _ answer: Result<[Int], any Error>) {
    if !requests.answer(number, answer) {
      tasks.report("server: no request \(number) waits for an answer")
    }
  }
}
