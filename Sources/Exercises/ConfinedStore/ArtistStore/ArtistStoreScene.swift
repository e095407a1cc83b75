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

/// Callers of one actor over a database and a server that the script controls: `begin 1 Duo 2
/// Choir` fills the database, and the calls are `artists ann`, `like bob 2`, `refresh cid` and
/// `remove dan 1`.
///
/// Each request at the server is an event with a number. `confirm 1` answers a like, `list 2 1 Duo
/// 3 Band` a refresh, and `fail 1 offline` either. A list without artists is empty. Each report of
/// the database is an event: `database: wrote 2 Choir 5, 3 removed`. The outcome of a call is an
/// event: `ann: 1 Duo 0, 2 Choir 5`, `bob: likes 5`, `cid: refreshed`, `cid: failed, offline`.
///
/// The tasks run on the thread that takes the step, one at a time, until none can continue. The
/// events of the server and the database come first, and those of the callers are sorted by their
/// names.
public struct ArtistStoreScene<Store: ArtistStoreRequirements>: Scene {
  private var stage: ArtistStoreStage<Store>?

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    if step.verb == "begin" {
      stage = try ArtistStoreStage(try step.namesByID(from: 0))
      try stage?.begin(events)
      return
    }
    guard let stage else { throw SceneFailure("“\(step)” comes before “begin”") }
    try stage.take(step, events)
  }
}

private final class ArtistStoreStage<Store: ArtistStoreRequirements> {
  private let tasks: StepTasks
  private let executor: DatabaseExecutor
  private let server: RequestedArtistServer
  private let rows: [Int: ArtistCopy]
  private var store: Store?

  init(_ names: [Int: String]) throws(SceneFailure) {
    let steps = StepExecutor()
    tasks = StepTasks(executor: steps)
    executor = DatabaseExecutor(steps)
    server = RequestedArtistServer(tasks)
    rows = Dictionary(
      uniqueKeysWithValues: names.map { ($0, ArtistCopy(id: $0, name: $1, likes: 0)) })
  }

  deinit {
    tasks.end { [server] in
      server.likes.close()
      server.lists.close()
    }
  }

  func begin(_ events: Events) throws(SceneFailure) {
    try tasks.take(events) {
      let isOpen = Locked(false)
      let open: @Sendable () -> ArtistDatabase = { [rows, executor, tasks] in
        let isSecond = isOpen.withLock { isOpen in
          defer { isOpen = true }
          return isOpen
        }
        if isSecond { tasks.report("database: opened again") }
        return ArtistDatabase(rows, on: executor) { tasks.report($0) }
      }
      store = Store(executor: executor, open: open, server: server)
    }
  }

  func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    guard let store else { return }
    try tasks.take(events) { () throws(SceneFailure) in
      switch step.verb {
      case "artists":
        report(try step.argument(0)) {
          let artists = await store.artists()
          return artists.map { "\($0.id) \($0.name) \($0.likes)" }.joined(separator: ", ")
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
      case "confirm": server.confirm(try step.number(0))
      case "list": server.list(try step.number(0), try step.namesByID(from: 1))
      case "fail": server.fail(try step.number(0), DataProblem(try step.argument(1)))
      default: throw step.unknown
      }
    }
  }

  private func report(_ caller: String, _ call: @escaping @Sendable () async throws -> String) {
    tasks.start(caller) { [tasks] in
      do { tasks.report("\(caller):", try await call()) } catch {
        tasks.report("\(caller):", "failed, \(error)")
      }
    }
  }
}

/// A server whose requests wait for a response from the script. Likes and lists share one sequence
/// of numbers.
private final class RequestedArtistServer: ArtistServer {
  let likes = ScriptedRequests<Void>()
  let lists = ScriptedRequests<[Int: String]>()
  private let lastNumber = Locked(0)
  private let tasks: StepTasks

  init(_ tasks: StepTasks) {
    self.tasks = tasks
  }

  func like(_ id: Int) async throws {
    let number = begin("like \(id)")
    try await likes.answer(to: number) {}
  }

  func artists() async throws -> [Int: String] {
    let number = begin("artists")
    return try await lists.answer(to: number) {}
  }

  private func begin(_ request: String) -> Int {
    let number = lastNumber.withLock { number in
      number += 1
      return number
    }
    tasks.report("server: request \(number), \(request)")
    return number
  }

  func confirm(_ number: Int) {
    if !likes.answer(number, .success(())) { reportNone(number) }
  }

  func list(_ number: Int, _ names: [Int: String]) {
    if !lists.answer(number, .success(names)) { reportNone(number) }
  }

  func fail(_ number: Int, _ problem: DataProblem) {
    if !likes.answer(number, .failure(problem)), !lists.answer(number, .failure(problem)) {
      reportNone(number)
    }
  }

  private func reportNone(_ number: Int) {
    tasks.report("server: no request \(number) waits for an answer")
  }
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
