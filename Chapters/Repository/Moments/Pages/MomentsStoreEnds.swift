import MiniRx
import Workbook

extension Page {
  static let momentsStoreEnds = Page(
    "moments-store-ends", "A subject that any client can end, and a relay",
    parts: ["store", "repo"]
  ) { transcript in
    let bag = DisposeBag()
    let server = MomentsServer(try .fixture())

    let values = CallCounter()
    let subjectStore = MomentsAsWritten.UserDefaultsPersistentDataStore(
      ObservableValues(RecordingStorage(MemoryStorage(), as: "store", in: transcript)))
    let subjectRepo = MomentsAsWritten.MomentsRepo(subjectStore, server)
    subjectRepo.momentsDetails.do(onNext: { _ in values.add() })
      .subscribe("as written: timeline", in: transcript).disposed(by: bag)
    transcript.line("as written: client completes the store's Subject")
    subjectStore.momentsDetails.onCompleted()
    subjectStore.save(momentsDetails: try .fixture())
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
    source.onCompleted()
    try relayStore.save(momentsDetails: .fixture())
    await mainQueueCaughtUp()
  }
}
