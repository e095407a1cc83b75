import MiniRx
import Workbook

extension Page {
  static let momentsOneKey = Page("moments-one-key", "Two keys, and then one") { transcript in
    let bag = DisposeBag()
    let folder = try ScratchFolder()
    let details = try MomentsDetails.fixture()

    let events = CallCounter()
    let reader = try PersistentDataStore(.userDefaults(suite: folder.suite), key: "MomentsDetails")
    let elsewhere = try PersistentDataStore(.userDefaults(suite: folder.suite), key: "Moments")
    reader.momentsDetails.subscribe { _ in events.add() }.disposed(by: bag)
    try elsewhere.recorded(as: "Moments", in: transcript).save(momentsDetails: details)
    transcript.line("two keys: timeline events \(events.count)")

    let writer = try PersistentDataStore(.userDefaults(suite: folder.suite), key: "MomentsDetails")
    reader.momentsDetails
      .subscribe("one key: timeline", from: "MomentsDetails", in: transcript).disposed(by: bag)
    try writer.recorded(as: "MomentsDetails", in: transcript).save(momentsDetails: details)
  }
}
