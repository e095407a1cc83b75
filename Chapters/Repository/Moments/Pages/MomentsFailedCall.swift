import HTTP
import MiniRx
import Workbook

extension Page {
  static let momentsFailedCall = Page(
    "moments-failed-call", "What does a caller learn of a failed request?",
    parts: ["repo as written", "server", "store", "repo"]
  ) { transcript in
    let bag = DisposeBag()
    let storage = RecordingStorage(MemoryStorage(), as: "store", in: transcript)
    let events = CallCounter()
    let brokenServer = MomentsServer(
      try .fixture(), in: transcript, printing: "as written: network: ")
    brokenServer.plan(.fail(.offline))
    let store = MomentsAsWritten.UserDefaultsPersistentDataStore(ObservableValues(storage))
    let repo = MomentsAsWritten.MomentsRepo(store, brokenServer)
    repo.momentsDetails.subscribe { _ in events.add() }.disposed(by: bag)
    await repo.getMoments(userID: "0").ended("as written: getMoments", in: transcript)
    let saves = storage.keysWritten.count
    transcript.line("as written: saves \(saves), timeline events \(events.count)")

    let server = MomentsServer(try .fixture(), in: transcript, printing: "fixed: network: ")
    server.plan(.fail(.offline))
    let fixedRepo = MomentsRepo(PersistentDataStore(.memory()), server)
    await fixedRepo.getMoments(userID: "0").ended("fixed: getMoments", in: transcript)
  }
}
