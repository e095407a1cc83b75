import Foundation
import MiniRx
import Workbook

extension Page {
  static let momentsSwapTheStore = Page(
    "moments-swap-the-store", "One repository over three stores",
    parts: ["timeline", "repo", "server"]
  ) { transcript in
    let folder = try ScratchFolder()
    let stores: [(name: String, store: PersistentDataStore)] = [
      ("user defaults", try PersistentDataStore(.userDefaults(suite: folder.suite))),
      ("file", PersistentDataStore(.file(in: folder.url))),
      ("sqlite", PersistentDataStore(.sqlite(file: folder.url.appending(path: "moments.db")))),
    ]
    for (name, store) in stores {
      let bag = DisposeBag()
      let repo = MomentsRepo(
        store.recorded(as: name, in: transcript), MomentsServer(try .fixture(), in: transcript))
      repo.momentsDetails.subscribe("\(name): timeline", in: transcript).disposed(by: bag)
      await repo.getMoments(userID: "0").ended("getMoments", in: transcript, printing: false)
    }
  }
}
