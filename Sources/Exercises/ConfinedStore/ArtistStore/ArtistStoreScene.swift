internal import Concurrency

/// The requirements of the exercise ArtistStore.
public protocol ArtistStoreRequirements: Actor {
  /// - Parameters:
  ///   - executor: The executor to which the database is confined. The actor runs on it.
  ///   - open: Opens the database. Called once, on the executor.
  ///   - server: The server of artists.
  init(
    executor: DatabaseExecutor, open: @escaping @Sendable () -> ArtistDatabase,
    server: any ArtistServer)

  /// Copies of all artists, in the order of their ids.
  func artists() -> [ArtistCopy]

  /// Likes an artist at the server, and then in the database.
  ///
  /// - Returns: The likes of the artist afterwards, or nil if the artist does not exist.
  /// - Throws: The error of the server.
  func like(_ id: Int) async throws -> Int?

  /// Updates the database with the artists of the server.
  ///
  /// - Throws: The error of the server.
  func refresh() async throws

  /// Removes an artist.
  func remove(_ id: Int)
}

/// A server of artists.
public protocol ArtistServer: Sendable {
  /// - Throws: ``DataProblem``.
  func like(_ id: Int) async throws

  /// The names of all artists by their ids.
  ///
  /// - Throws: ``DataProblem``.
  func artists() async throws -> [Int: String]
}

/// Callers of one actor over a database and a server that the script controls.
///
/// Each request at the server is an event with a number, and so is each report of the database:
/// `database: wrote 2 Choir 5, 3 removed`. The outcome of a call is an event:
/// `ann: 1 Duo 0, 2 Choir 5`, `bob: likes 5`, `cid: refreshed`, `cid: failed, offline`. The step
/// `list 2` sends a list without artists.
///
/// `StepTasks` describes how the tasks run, and the order of the events of a step.
public final class ArtistStoreScene<Store: ArtistStoreRequirements>: Scene {
  public static var forms: StepForms {
    [
      "begin 1 Duo; begin 1 Duo 2 Choir …": "fills the database with those ids and names.",
      "artists ann; like bob 1; refresh cid; remove dan 2": nil,
      "confirm 1": "makes the server confirm the like with that number.",
      "list 2 1 Duo 3 Band …":
        "sends a list of ids and names as the answer to the refresh with that number.",
      "fail 1 offline": "makes the request with that number fail.",
    ]
  }

  private let steps = StepExecutor()
  private let tasks: StepTasks
  /// Likes and lists share one sequence of numbers. The answers to likes are empty.
  private let requests: ScriptedRequests<[Int: String]>
  private var store: Store?

  public init() {
    tasks = StepTasks(executor: steps)
    requests = ScriptedRequests(tasks, reportsCancellation: false)
  }

  deinit { tasks.end { requests.close() } }

  public func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    try tasks.take(events) { () throws(SceneFailure) in
      if step.verb == "begin" { return begin(try step.namesByID(from: 0)) }
      try take(step, try store.orFail("“\(step)” comes before “begin”"))
    }
  }

  private func begin(_ names: [Int: String]) {
    let executor = DatabaseExecutor(steps)
    let openings = Locked(0)
    store = Store(
      executor: executor,
      open: { [tasks] in
        openings.withLock { $0 += 1 }
        if openings.withLock({ $0 }) > 1 { tasks.report("database: opened again") }
        return ArtistDatabase(names, on: executor) { tasks.report($0) }
      }, server: requests)
  }

  private func take(_ step: Step, _ store: Store) throws(SceneFailure) {
    switch step.verb {
    case "artists":
      report(try step.argument(0)) {
        await store.artists().map { "\($0.id) \($0.name) \($0.likes)" }.joined(separator: ", ")
      }
    case "like":
      let id = try step.number(1)
      report(try step.argument(0)) {
        try await store.like(id).map { "likes \($0)" } ?? "no such artist"
      }
    case "refresh":
      report(try step.argument(0)) {
        try await store.refresh()
        return "refreshed"
      }
    case "remove":
      let id = try step.number(1)
      report(try step.argument(0)) {
        await store.remove(id)
        return "removed \(id)"
      }
    case "confirm": requests.answer(try step.number(0), of: ", like", .success([:]))
    case "list":
      requests.answer(try step.number(0), of: ", artists", .success(try step.namesByID(from: 1)))
    case "fail":
      requests.answer(try step.number(0), .failure(DataProblem(try step.argument(1))))
    default: throw step.unknown
    }
  }

  private func report(_ caller: String, _ call: @escaping @Sendable () async throws -> String) {
    tasks.start(caller, orError: "failed, ", call)
  }
}

extension ScriptedRequests: ArtistServer where Answer == [Int: String] {
  func like(_ id: Int) async throws { _ = try await send(", like \(id)") }

  func artists() async throws -> [Int: String] { try await send(", artists") }
}

extension Step {
  /// The arguments from a place on, as pairs of an id and a name.
  fileprivate func namesByID(from place: Int) throws(SceneFailure) -> [Int: String] {
    var names: [Int: String] = [:]
    for index in stride(from: place, to: arguments.count, by: 2) {
      names[try number(index)] = try argument(index + 1)
    }
    return names
  }
}
