import Concurrency
import Foundation
import MiniRx
import Workbook

extension Laboratory {
  /// A load, a like and an unlike, each sent and answered, in all 90 orders.
  static let raceOfAnswers = Laboratory(
    "Choose the order in which three requests are sent and answered.",
    rule: "the screen shows at the end what the server has",
    columns: ["server", "screen"],
    asWritten: { _ in try RaceOfAnswers.asWritten() }, fixed: { _ in try RaceOfAnswers.fixed() },
    following: { taken in
      RaceOfAnswers.Step.allCases.filter { step in
        !taken.contains(step) && step.before.map(taken.contains) != false
      }
    })
}

/// A repository whose requests are answered by hand, and a screen with moment 0, on one thread.
private final class RaceOfAnswers: LaboratoryRun {
  enum Step: String, CaseIterable {
    case load, loaded = "load answered"
    case like, liked = "like answered"
    case unlike, unliked = "unlike answered"

    /// The request that it answers; nil if it sends one.
    var before: Step? {
      switch self {
      case .loaded: .load
      case .liked: .like
      case .unliked: .unlike
      case .load, .like, .unlike: nil
      }
    }
  }

  private let server: AnswersByHand
  private let load: Observable<Void>
  private let like: (Bool) -> Observable<Void>
  private let transcript: Transcript
  private let shown = Locked(false)
  private let bag = DisposeBag()
  private var stepCount = 0

  private init(
    _ server: AnswersByHand, _ details: Observable<MomentsDetails>, _ transcript: Transcript,
    load: Observable<Void>, like: @escaping (Bool) -> Observable<Void>
  ) {
    self.server = server
    self.load = load
    self.like = like
    self.transcript = transcript
    details.compactMap { $0.moment(withID: "0")?.isLiked }
      .subscribe(onNext: { [shown] isLiked in
        transcript.line("screen receives \(isLiked.inWords)")
        shown.withLock { $0 = isLiked }
      })
      .disposed(by: bag)
  }

  static func asWritten() throws -> RaceOfAnswers {
    let (details, transcript) = (try MomentsDetails.fixture(), Transcript { _ in })
    let server = AnswersByHand(details, in: transcript)
    let store = MomentsAsWritten.UserDefaultsPersistentDataStore(
      ObservableValues(LoggedSaves(transcript: transcript)))
    store.save(momentsDetails: details)
    let repo = MomentsAsWritten.MomentsRepo(
      persistentDataStore: store, getMomentsByUserIDSession: server, updateMomentLikeSession: server
    )
    return RaceOfAnswers(
      server, repo.momentsDetails.asObservable(), transcript, load: repo.getMoments(userID: "0")
    ) { repo.updateLike(isLiked: $0, momentID: "0", fromUserID: "0") }
  }

  static func fixed() throws -> RaceOfAnswers {
    let (details, transcript) = (try MomentsDetails.fixture(), Transcript { _ in })
    let server = AnswersByHand(details, in: transcript)
    let store = PersistentDataStore(ObservableValues(LoggedSaves(transcript: transcript)))
    try store.save(momentsDetails: details)
    let repo = MomentsRepo(
      persistentDataStore: store, getMomentsByUserIDSession: server,
      updateMomentLikeSession: server, savingOn: Immediately(), deliveringOn: Immediately())
    return RaceOfAnswers(
      server, repo.momentsDetails, transcript, load: repo.getMoments(userID: "0")
    ) { repo.updateLike(isLiked: $0, momentID: "0", fromUserID: "0") }
  }

  func take(_ step: Step) -> [String] {
    let before = transcript.recording.lines.count
    if let request = step.before {
      server.answer(request)
    } else {
      (step == .load ? load : like(step == .like)).subscribe().disposed(by: bag)
    }
    stepCount += 1
    return Array(transcript.recording.lines.dropFirst(before))
  }

  var cells: [String] { [server.isLiked.inWords, shown.withLock { $0 }.inWords] }

  var isWrong: Bool { stepCount == Step.allCases.count && server.isLiked != shown.withLock { $0 } }
}

/// A server that decides what to answer when a request arrives, and answers at a later step.
private final class AnswersByHand: GetMomentsByUserIDSessionType, UpdateMomentLikeSessionType {
  private struct State {
    var details: MomentsDetails
    /// The closures that respond to arrived requests. Nil for a response that is sent on arrival.
    var answers: [RaceOfAnswers.Step: (@Sendable () -> Void)?] = [:]
  }

  private let state: Locked<State>
  private let transcript: Transcript

  init(_ details: MomentsDetails, in transcript: Transcript) {
    state = Locked(State(details: details))
    self.transcript = transcript
  }

  var isLiked: Bool { state.withLock { $0.details.isLiked } }

  func getMoments(userID: String) -> Observable<MomentsDetails> { request(.load) { $0 } }

  func updateLike(
    _ isLiked: Bool, momentID: String, fromUserID userID: String
  ) -> Observable<MomentsDetails> {
    request(isLiked ? .like : .unlike) {
      $0.liking(isLiked, momentID: momentID)
    }
  }

  /// Sends the answer now, or as soon as the request arrives.
  func answer(_ step: RaceOfAnswers.Step) {
    let answer = state.withLock { $0.answers.updateValue(nil, forKey: step) ?? nil }
    guard let answer else { return transcript.line("\(step.rawValue) has not been sent yet") }
    answer()
  }

  private func request(
    _ step: RaceOfAnswers.Step, change: @escaping @Sendable (MomentsDetails) -> MomentsDetails
  ) -> Observable<MomentsDetails> {
    .create { [state, transcript] observer in
      let details = state.withLock { state in
        state.details = change(state.details)
        return state.details
      }
      transcript.line("server receives \(step.rawValue) -> \(details.isLiked.inWords)")
      let answer = { @Sendable in
        observer.onNext(details)
        observer.onCompleted()
      }
      let isAwaited = state.withLock { state in
        if state.answers.keys.contains(step) { return false }
        state.answers[step] = answer
        return true
      }
      if !isAwaited { answer() }
      return Disposables.create()
    }
  }
}

/// A storage in memory that prints each save.
private struct LoggedSaves: KeyValueStorage {
  let transcript: Transcript
  private let storage = MemoryStorage()

  func data(forKey key: String) -> Data? { storage.data(forKey: key) }

  func set(_ data: Data, forKey key: String) throws {
    storage.set(data, forKey: key)
    transcript.line("store saves \(try MomentsCoding.json.decode(data).isLiked.inWords)")
  }
}

/// A scheduler that runs each closure at once, on the calling thread.
struct Immediately: SchedulerType {
  func schedule(_ action: @escaping @Sendable () -> Void) { action() }
}

extension MomentsDetails {
  fileprivate var isLiked: Bool { moment(withID: "0")?.isLiked == true }
}

extension Bool {
  fileprivate var inWords: String { self ? "liked" : "not liked" }
}
