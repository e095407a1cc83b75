import Foundation
import MiniRx
import Workbook

extension Page {
  static let momentsCorrupt = Page(
    "moments-corrupt", "Data that cannot be decoded, or encoded",
    parts: ["store as written", "repo as written", "server", "repo", "store"]
  ) { transcript in
    let key = PersistentDataStore.defaultKey
    let damaged = { name in
      let storage = MemoryStorage([key: Data("half a file".utf8)])
      return ObservableValues(RecordingStorage(storage, as: name, in: transcript))
    }
    let unable = MomentsCoding(
      encode: { _ in throw Encoder.refuses }, decode: MomentsCoding.json.decode)
    let server = MomentsServer(try .fixture(), in: transcript)
    let silentServer = MomentsServer(try .fixture(), in: transcript, of: "as written")
    let bag = DisposeBag()

    let events = CallCounter()
    let silent = MomentsAsWritten.UserDefaultsPersistentDataStore(damaged("store as written"))
    silent.momentsDetails.subscribe { _ in events.add() }.disposed(by: bag)
    transcript.line("as written: timeline events \(events.count)")

    let empty = MemoryStorage()
    let errors = CallCounter()
    let deaf = MomentsAsWritten.UserDefaultsPersistentDataStore(
      ObservableValues(empty), coding: unable)
    await MomentsAsWritten.MomentsRepo(deaf, silentServer).getMoments(userID: "0")
      .ended("as written: getMoments", in: transcript, printing: false) { event in
        if event.error != nil { errors.add() }
      }
    let byteCount = empty.data(forKey: key)?.count ?? 0
    transcript.line("as written: encoding fails: stored bytes \(byteCount), errors \(errors.count)")

    let values = damaged("store")
    let store = PersistentDataStore(values).recorded(in: transcript, printing: "fixed: store: ")
    let repo = MomentsRepo(store, server)
    repo.storeErrors
      .subscribe(onNext: { transcript.line("fixed: store: error: \($0)") }).disposed(by: bag)
    repo.momentsDetails.subscribe("fixed: timeline", in: transcript).disposed(by: bag)
    await mainQueueCaughtUp()
    await MomentsRepo(PersistentDataStore(values, coding: unable), server)
      .getMoments(userID: "0")
      .ended("getMoments", in: transcript, printing: false) { event in
        if let error = event.error { transcript.line("fixed: encoding fails: error: \(error)") }
      }
    await repo.getMoments(userID: "0").ended("getMoments", in: transcript, printing: false)
  }

  private enum Encoder: Error {
    case refuses
  }
}
