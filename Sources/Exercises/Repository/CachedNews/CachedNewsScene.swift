internal import Foundation

/// The requirements of the exercise CachedNews. News items are identified by their numbers.
public protocol NewsRequirements {
  init(server: any NewsServer, store: any NewsStore)

  /// Sends the reader the stored news, if any, and then the result of a request to the server.
  func readNews(_ reader: @escaping (NewsReading) -> Void)
}

/// An event that a reader receives.
public enum NewsReading: Hashable, CustomStringConvertible {
  case news([Int])
  /// A failure. It is reported in addition to news, not instead of them.
  case problem(DataProblem)

  public var description: String {
    switch self {
    case .news(let news): "news \(news.listed)"
    case .problem(let problem): "problem \(problem)"
    }
  }
}

/// A server of news.
public protocol NewsServer {
  /// Requests the news. The server responds once, before or after this returns.
  func requestNews(_ answer: @escaping (Result<[Int], DataProblem>) -> Void)
}

/// A store of news on the device.
public protocol NewsStore {
  /// The saved list, which may be empty, or nil if none was ever saved. Throws if it is unreadable.
  func readNews() throws(DataProblem) -> [Int]?

  /// Replaces the stored list. A call that throws leaves it unchanged.
  func save(_ news: [Int]) throws(DataProblem)
}

/// Readers of one repository of news, over a server and a store that the script controls.
///
/// Each call of a reader is an event: `ann: news 1 2`, `ann: problem offline`.
public struct NewsScene<Repository: NewsRequirements>: Scene {
  public static var forms: StepForms { ["read ann": nil] + others }

  /// The forms of the other steps.
  static var others: StepForms {
    [
      "store holds 1 2 …; server answers 1 2 …": nil,
      "read ann … inviting bob":
        "is a reader that makes the named one read while it receives its first event.",
      "server fails offline": nil,
      "store … damaged": "makes the stored list unreadable until the next save.",
      "store … refuses full": "makes the next save fail.",
      "server … ready 1 2 …": "makes the server answer the next request before that call returns.",
    ]
  }

  private let server = ScriptedNewsServer()
  private let store = ScriptedNewsStore()
  private lazy var repository = Repository(server: server, store: store)

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    server.events = events
    store.events = events
    switch step.verb {
    case "server": try server.take(step)
    case "store": try store.take(step)
    case "read":
      let reader = try step.argument(0)
      var guest = try step.has("inviting", at: 1) ? try step.argument(2) : nil
      repository.readNews { [repository] reading in
        events("\(reader): \(reading)")
        if let guest = guest.take() { repository.readNews { events("\(guest): \($0)") } }
      }
    default: throw step.unknown
    }
  }
}

/// A store of news. `store holds 1 2` sets the news that an earlier launch of the app has saved.
///
/// Each save is an event: `store: saves 1 2`, `store: refuses 1 2`.
final class ScriptedNewsStore: NewsStore {
  var events: Events?
  private var stored: Result<[Int]?, DataProblem> = .success(nil)
  private var refusal: DataProblem?

  func take(_ step: Step) throws(SceneFailure) {
    switch try step.word(0, of: "holds", "damaged", "refuses") {
    case "holds": stored = .success(try step.numbers(from: 1))
    case "damaged": stored = .failure(DataProblem("damaged"))
    default: refusal = DataProblem(try step.argument(1))
    }
  }

  func readNews() throws(DataProblem) -> [Int]? { try stored.get() }

  func save(_ news: [Int]) throws(DataProblem) {
    if let refusal = refusal.take() {
      events?("store: refuses \(news.listed)")
      throw refusal
    }
    events?("store: saves \(news.listed)")
    stored = .success(news)
  }
}

/// A server of news. `server answers 1 2` and `server fails offline` answer the oldest request. A
/// list without numbers is empty.
///
/// Each request is an event: `server: asked`.
final class ScriptedNewsServer: NewsServer {
  var events: Events?
  private var requests: [(Result<[Int], DataProblem>) -> Void] = []
  private var ready: [Int]?

  func take(_ step: Step) throws(SceneFailure) {
    switch try step.word(0, of: "answers", "fails", "ready") {
    case "answers": answer(.success(try step.numbers(from: 1)))
    case "fails": answer(.failure(DataProblem(try step.argument(1))))
    default: ready = try step.numbers(from: 1)
    }
  }

  func requestNews(_ answer: @escaping (Result<[Int], DataProblem>) -> Void) {
    events?("server: asked")
    requests.append(answer)
    if let news = ready.take() { self.answer(.success(news)) }
  }

  private func answer(_ result: Result<[Int], DataProblem>) {
    if requests.isEmpty {
      events?("server: no request waits for an answer")
    } else {
      requests.removeFirst()(result)
    }
  }
}
