import MiniRx
import Workbook

extension Page {
  static let momentsFirstLoad = Page(
    "moments-first-load", "What does a load return, and to which part?"
  ) { transcript in
    let bag = DisposeBag()
    let folder = try ScratchFolder()
    let server = MomentsServer(try .fixture(), in: transcript, printing: "network: ")
    let defaults = try PersistentDataStore(.userDefaults(suite: folder.suite))
    let store = defaults.recorded(in: transcript, printing: "store: ")
    let repo = MomentsRepo(store, server)

    transcript.line("timeline: subscribes")
    repo.momentsDetails.subscribe("timeline", in: transcript).disposed(by: bag)
    await repo.getMoments(userID: "0").ended("getMoments", in: transcript)
  }
}
