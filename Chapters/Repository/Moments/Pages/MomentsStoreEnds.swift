import MiniRx
import Workbook

extension Page {
  static let momentsStoreEnds = Page(
    "moments-store-ends", "A client completes what it subscribes to",
    parts: ["store as written", "repo as written", "timeline", "repo", "store"]
  ) { transcript in
    let bag = DisposeBag()
    let server = MomentsServer(try .fixture())

    let values = CallCounter()
    let subjectStore = MomentsAsWritten.UserDefaultsPersistentDataStore(
      ObservableValues(RecordingStorage(MemoryStorage(), as: "store as written", in: transcript)))
    let subjectRepo = MomentsAsWritten.MomentsRepo(subjectStore, server)
    subjectRepo.momentsDetails.do(onNext: { _ in values.add() })
      .subscribe("as written: timeline", in: transcript).disposed(by: bag)
    transcript.line("as written: client completes the store's Subject")
    transcript.call("onCompleted", of: "store as written") {
      subjectStore.momentsDetails.onCompleted()
    }
    let details = try MomentsDetails.fixture()
    transcript.call("save", of: "store as written") { subjectStore.save(momentsDetails: details) }
    transcript.line("as written: save, timeline values \(values.count)")

    let relayStore = PersistentDataStore(
      ObservableValues(RecordingStorage(MemoryStorage(), as: "store", in: transcript)))
    let relayRepo = MomentsRepo(relayStore, server)
    relayRepo.momentsDetails.subscribe("fixed: save, timeline", in: transcript).disposed(by: bag)
    let source = PublishSubject<MomentsDetails>()
    relayStore.saveAll(from: source.asObservable()) { error in
      transcript.line("fixed: error: \(error)")
    }.disposed(by: bag)
    transcript.line("fixed: source bound to the store completes")
    transcript.call("source completes", of: "store") { source.onCompleted() }
    try await transcript.call("save", of: "store") {
      try relayStore.save(momentsDetails: details)
      await mainQueueCaughtUp()
    }
  }
}
