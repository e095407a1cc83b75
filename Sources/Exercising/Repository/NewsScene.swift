/// Readers of one repository of news, over a server and a store that do what the script says.
///
/// `read ann` reads, and `read ann inviting bob` lets `bob` read when `ann` receives something for the first time. What
/// readers receive is an event: `ann: news 1 2`, `ann: problem offline`. The server's and the store's steps and
/// events are described at `ScriptedNewsServer` and `ScriptedNewsStore`.
public struct NewsScene<Repository: LearnersNews>: Scene {
  private let server = ScriptedNewsServer()
  private let store = ScriptedNewsStore()
  private var repository: Repository?

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    switch step.verb {
    case "server": try server.take(step, events)
    case "store": try store.take(step, events)
    case "read":
      let repository = self.repository ?? Repository(server: server, store: store)
      self.repository = repository
      try read(step, repository, events)
    default: throw step.unknown
    }
  }

  private func read(
    _ step: Step, _ repository: Repository, _ events: Events
  ) throws(SceneFailure) {
    server.events = events
    store.events = events
    let reader = try step.argument(0)
    guard step.arguments.count > 1 else {
      return repository.readNews { events("\(reader): \($0)") }
    }
    guard try step.argument(1) == "inviting" else { throw step.unknown }
    let guest = try step.argument(2)
    var isFirst = true
    repository.readNews { reading in
      events("\(reader): \(reading)")
      guard isFirst else { return }
      isFirst = false
      repository.readNews { events("\(guest): \($0)") }
    }
  }
}

/// Keeps news: `store holds 1 2` puts them there, as an earlier start of the app would have, `store damaged` makes what
/// is there unreadable until the next save, and `store refuses full` makes the next save fail.
///
/// Each save is an event: `store: saves 1 2`, `store: refuses 1 2`.
final class ScriptedNewsStore: NewsStore {
  var events: Events?
  private var stored: Result<[Int]?, DataProblem> = .success(nil)
  private var refusal: DataProblem?

  func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    switch try step.argument(0) {
    case "holds": stored = .success(try step.numbers(from: 1))
    case "damaged": stored = .failure(DataProblem("damaged"))
    case "refuses": refusal = DataProblem(try step.argument(1))
    default: throw step.unknown
    }
  }

  func readNews() throws(DataProblem) -> [Int]? { try stored.get() }

  func save(_ news: [Int]) throws(DataProblem) {
    if let refusal {
      self.refusal = nil
      events?("store: refuses \(news.listed)")
      throw refusal
    }
    events?("store: saves \(news.listed)")
    stored = .success(news)
  }
}

/// Answers the oldest question with `server answers 1 2` or `server fails offline`; `server ready 1 2` makes it answer
/// the next one as soon as it is asked. A list without numbers is an empty one.
///
/// Each question is an event: `server: asked`.
final class ScriptedNewsServer: NewsServer {
  private struct Question {
    let answer: (Result<[Int], DataProblem>) -> Void
  }

  var events: Events?
  private var questions: [Question] = []
  private var ready: [Int]?

  func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    self.events = events
    switch try step.argument(0) {
    case "answers": answer(.success(try step.numbers(from: 1)))
    case "fails": answer(.failure(DataProblem(try step.argument(1))))
    case "ready": ready = try step.numbers(from: 1)
    default: throw step.unknown
    }
  }

  func requestNews(_ answer: @escaping (Result<[Int], DataProblem>) -> Void) {
    events?("server: asked")
    questions.append(Question(answer: answer))
    guard let news = ready else { return }
    ready = nil
    self.answer(.success(news))
  }

  private func answer(_ result: Result<[Int], DataProblem>) {
    guard !questions.isEmpty else {
      events?("server: no request waits for an answer")
      return
    }
    questions.removeFirst().answer(result)
  }
}

extension Step {
  /// The arguments from a place on, as numbers; there may be none.
  func numbers(from place: Int) throws(SceneFailure) -> [Int] {
    var numbers: [Int] = []
    for place in arguments.indices.dropFirst(place) { numbers.append(try number(place)) }
    return numbers
  }
}
