/// The requirements of the exercise SharedNews. News items are identified by their numbers.
public protocol SharedNewsRequirements: Actor {
  init(server: any AsyncNewsServer)

  /// The news in memory, or the server's if memory is empty. Throws the server's error.
  func news() async throws -> [Int]

  /// The server's news, even if memory has some. Throws the server's error.
  func reload() async throws -> [Int]

  /// Removes the news from memory when the user logs out.
  func forget()
}

/// A server of news with an asynchronous request.
public protocol AsyncNewsServer: Sendable {
  /// Requests the news. Throws ``DataProblem``, or `CancellationError` once the task is cancelled.
  func requestNews() async throws -> [Int]
}

/// Callers of one repository, over a server that the script controls.
///
/// Each request at the server is an event with its number. The outcome of a call is an event:
/// `ann: news 7 8`, `ann: problem offline`. A list without numbers is empty.
///
/// `StepTasks` describes how the tasks run, and the order of the events of a step.
public final class SharedNewsScene<Repository: SharedNewsRequirements>: Scene {
  public static var forms: StepForms {
    [
      "read ann": "starts a task of that caller that reads the news.",
      "reload ann; forget": nil,
      "answer 1 7 8 …": "answers the request with that number.",
      "fail 1 offline": "makes the request with that number fail.",
      "cancel ann": "cancels the task of that caller, whose outcome is not reported then.",
    ]
  }

  private let tasks = StepTasks()
  private let requests: ScriptedRequests<[Int]>
  private let repository: Repository

  public init() {
    requests = ScriptedRequests(tasks)
    repository = Repository(server: requests)
  }

  deinit { tasks.end { requests.close() } }

  public func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    try tasks.take(events) { [repository] () throws(SceneFailure) in
      switch step.verb {
      case "read": receive(try step.argument(0)) { try await repository.news() }
      case "reload": receive(try step.argument(0)) { try await repository.reload() }
      case "forget": tasks.start("forget") { await repository.forget() }
      case "answer": requests.answer(try step.number(0), .success(try step.numbers(from: 1)))
      case "fail":
        requests.answer(try step.number(0), .failure(DataProblem(try step.argument(1))))
      case "cancel": tasks.cancel(try step.argument(0))
      default: throw step.unknown
      }
    }
  }

  private func receive(_ caller: String, _ call: @escaping @Sendable () async throws -> [Int]) {
    tasks.start(caller, orError: "problem ") { "news \(try await call().listed)" }
  }
}

extension ScriptedRequests<[Int]>: AsyncNewsServer {
  func requestNews() async throws -> [Int] { try await send() }
}
