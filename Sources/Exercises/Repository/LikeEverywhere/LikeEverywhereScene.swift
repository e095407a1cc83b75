/// The requirements of the exercise LikeEverywhere.
public protocol MomentsRequirements {
  init(server: any MomentsServer, store: any MomentsStore)

  /// Sends the screen any stored moments, then each change, until the returned closure is called.
  func observe(_ screen: @escaping ([Moment]) -> Void) -> () -> Void

  /// Requests the moments from the server. `done` is called once, with nil for success.
  func load(_ done: @escaping (DataProblem?) -> Void)

  /// Requests a like of a moment, or its removal, from the server. `done` is called once, with nil
  /// for success.
  func like(_ isLiked: Bool, moment: Int, _ done: @escaping (DataProblem?) -> Void)
}

/// A moment, identified by its number, and whether the user likes it.
public struct Moment: Hashable, CustomStringConvertible {
  public let number: Int
  public let isLiked: Bool

  public init(_ number: Int, isLiked: Bool) {
    self.number = number
    self.isLiked = isLiked
  }

  /// `1`, or `1-liked`.
  public var description: String { isLiked ? "\(number)-liked" : "\(number)" }
}

/// A server of moments. It responds once to each request, in any order, also before the request
/// returns.
public protocol MomentsServer {
  func requestMoments(_ answer: @escaping (Result<[Moment], DataProblem>) -> Void)

  /// The response includes all moments with the change applied.
  func requestLike(
    _ isLiked: Bool, moment: Int, _ answer: @escaping (Result<[Moment], DataProblem>) -> Void)
}

/// A store of moments on the device.
public protocol MomentsStore {
  /// The saved moments, or nil if no list was ever saved.
  func readMoments() -> [Moment]?

  /// Replaces the stored moments.
  func save(_ moments: [Moment])
}

/// Screens that share one repository of moments, over a server and a store.
///
/// The events are `timeline shows 1-liked 2`, `timeline: done`, `timeline: failed offline`, and
/// those of `ScriptedMomentsServer` and `ScriptedMomentsStore`.
public struct MomentsScene<Repository: MomentsRequirements>: Scene {
  public static var forms: StepForms {
    [
      "store holds 1 2-liked …; open timeline; load timeline; like timeline 1": nil,
      "open timeline … liking 1": "is a screen that likes while it receives its first list.",
      "unlike timeline 1": "requests the removal of a like.",
      "close timeline": "calls the closure that `observe` returned.",
      "answer 1 1-liked 2 …": "answers the request with that number.",
      "fail 2 offline": "makes the request with that number fail.",
    ]
  }

  private let server = ScriptedMomentsServer()
  private let store = ScriptedMomentsStore()
  private lazy var repository = Repository(server: server, store: store)
  /// Closures that end a screen's observation.
  private var ends: [String: () -> Void] = [:]

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    server.events = events
    store.events = events
    let page = try step.argument(0)
    let done = { (problem: DataProblem?) in
      events("\(page): \(problem.map { "failed \($0)" } ?? "done")")
    }
    switch step.verb {
    case "store": try store.take(step)
    case "answer", "fail": try server.take(step)
    case "open":
      var liked = try step.has("liking", at: 1) ? try step.number(2) : nil
      ends[page] = repository.observe { [repository] moments in
        events("\(page) shows \(moments.listed)")
        if let number = liked.take() { repository.like(true, moment: number, done) }
      }
    case "close": ends[page]?()
    case "load": repository.load(done)
    case "like", "unlike":
      repository.like(step.verb == "like", moment: try step.number(1), done)
    default: throw step.unknown
    }
  }
}

extension [Moment] {
  /// `1-liked 2`, or `no moments`.
  var listed: String { isEmpty ? "no moments" : map(\.description).joined(separator: " ") }
}

/// A store of moments. `store holds 1 2-liked` sets the moments that an earlier launch of the app
/// has saved.
///
/// Each save is an event: `store: saves 1-liked 2-liked`.
final class ScriptedMomentsStore: MomentsStore {
  var events: Events?
  private var stored: [Moment]?

  func take(_ step: Step) throws(SceneFailure) {
    _ = try step.word(0, of: "holds")
    stored = try step.moments(from: 1)
  }

  func readMoments() -> [Moment]? { stored }

  func save(_ moments: [Moment]) {
    events?("store: saves \(moments.listed)")
    stored = moments
  }
}

/// A server that numbers its requests from 1. The script responds to them.
///
/// Each request is an event: `request 1: moments`, `request 2: like 1`, `request 3: unlike 1`.
final class ScriptedMomentsServer: MomentsServer {
  var events: Events?
  private var lastNumber = 0
  private var requests: [Int: (Result<[Moment], DataProblem>) -> Void] = [:]

  func take(_ step: Step) throws(SceneFailure) {
    let number = try step.number(0)
    let answer: Result<[Moment], DataProblem> =
      step.verb == "answer"
      ? .success(try step.moments(from: 1)) : .failure(DataProblem(try step.argument(1)))
    guard let request = requests.removeValue(forKey: number) else {
      events?("request \(number): was never sent")
      return
    }
    request(answer)
  }

  func requestMoments(_ answer: @escaping (Result<[Moment], DataProblem>) -> Void) {
    keep(answer, for: "moments")
  }

  func requestLike(
    _ isLiked: Bool, moment: Int, _ answer: @escaping (Result<[Moment], DataProblem>) -> Void
  ) {
    keep(answer, for: "\(isLiked ? "like" : "unlike") \(moment)")
  }

  private func keep(
    _ request: @escaping (Result<[Moment], DataProblem>) -> Void, for purpose: String
  ) {
    lastNumber += 1
    requests[lastNumber] = request
    events?("request \(lastNumber): \(purpose)")
  }
}

extension Step {
  /// The arguments from an index on, as moments such as `1` and `2-liked`.
  func moments(from place: Int) throws(SceneFailure) -> [Moment] {
    try arguments.dropFirst(place).map { (argument) throws(SceneFailure) in
      let isLiked = argument.hasSuffix("-liked")
      let number = try Int(argument.dropLast(isLiked ? "-liked".count : 0))
        .orFail("“\(argument)” of the step “\(self)” is not a moment")
      return Moment(number, isLiked: isLiked)
    }
  }
}
