import Concurrency
import HTTP
import MiniRx
import Workbook

extension Page {
  static let momentsLateAnswer = Page(
    "moments-late-answer", "A list is answered after a like",
    parts: ["repo as written", "timeline", "server", "repo"], laboratory: .raceOfAnswers
  ) { transcript in
    let details = try MomentsDetails.fixture()

    let subjectStore = MomentsAsWritten.UserDefaultsPersistentDataStore(
      ObservableValues(MemoryStorage()))
    subjectStore.save(momentsDetails: details)
    let subjectServer = MomentsServer(details, in: transcript, of: "as written")
    let subjectRepo = MomentsAsWritten.MomentsRepo(subjectStore, subjectServer)
    await race(
      "as written", subjectRepo.momentsDetails.asObservable(), subjectServer, in: transcript,
      load: subjectRepo.getMoments(userID: "0"),
      like: subjectRepo.updateLike(isLiked: true, momentID: "0", fromUserID: "0"))

    let store = PersistentDataStore(.memory())
    try store.save(momentsDetails: details)
    let server = MomentsServer(details, in: transcript)
    let repo = MomentsRepo(store, server)
    await race(
      "fixed", repo.momentsDetails, server, in: transcript,
      load: repo.getMoments(userID: "0"),
      like: repo.updateLike(isLiked: true, momentID: "0", fromUserID: "0"))
  }

  /// Sends a load, holds its response until a like has been answered, and prints the events that a
  /// timeline receives.
  private static func race(
    _ name: String, _ details: Observable<MomentsDetails>, _ server: MomentsServer,
    in transcript: Transcript, load: Observable<Void>, like: Observable<Void>
  ) async {
    let bag = DisposeBag()
    let received = Locked<[String]>([])
    details.compactMap { $0.moment(withID: "0")?.isLiked }
      .subscribe(onNext: { isLiked in
        let news = "moment 0 liked=\(isLiked)"
        transcript.receives(news, in: "timeline", of: name)
        received.withLock { $0.append(news) }
      })
      .disposed(by: bag)
    func report(after happening: String) async {
      await mainQueueCaughtUp()
      let news = received.withLock { exchange(&$0, with: []) }
      for line in news { transcript.line("\(name): \(happening)timeline: \(line)") }
      if news.isEmpty { transcript.line("\(name): \(happening)timeline events 0") }
    }

    await report(after: "")
    let gate = Gate()
    server.plan(.hold(gate))
    async let loaded: Void = load.ended("\(name): getMoments", in: transcript, printing: false)
    await server.received(1)
    await like.ended("\(name): updateLike", in: transcript, printing: false)
    await report(after: "like answered: ")
    gate.open()
    await loaded
    await report(after: "older list answered: ")
  }
}
