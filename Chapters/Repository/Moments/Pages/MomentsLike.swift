import MiniRx
import Workbook

extension Page {
  static let momentsLike = Page(
    "moments-like", "A like on one of three screens",
    parts: ["detail", "timeline", "profile"]
  ) { transcript in
    let bag = DisposeBag()
    let folder = try ScratchFolder()
    let server = MomentsServer(try .fixture(), in: transcript, printing: "network: ")
    let defaults = try PersistentDataStore(.userDefaults(suite: folder.suite))
    try defaults.save(momentsDetails: .fixture())
    let store = defaults.recorded(in: transcript, printing: "store: ")
    let repo = MomentsRepo(store, server)

    let timeline = MomentsTimelineViewModel(userID: "0", repo: repo)
    timeline.listItems
      .subscribe(onNext: { items in
        for case let item as MomentListItemViewModel in items where item.momentID == "0" {
          transcript.shows("moment 0 liked=\(item.isLiked)", on: "timeline")
        }
      })
      .disposed(by: bag)
    let detail = MomentDetailViewModel(momentID: "0", userID: "0", repo: repo)
    let profile = MomentDetailViewModel(momentID: "0", userID: "0", repo: repo)
    for (name, screen) in [("detail", detail), ("profile", profile)] {
      screen.moment
        .subscribe(onNext: { transcript.shows("moment 0 liked=\($0.isLiked)", on: name) })
        .disposed(by: bag)
    }
    await mainQueueCaughtUp()

    transcript.line("detail: tap like")
    await detail.tapLike().ended("updateLike", by: "detail", in: transcript)
    transcript.line("detail: tap unlike")
    await detail.tapUnlike().ended("updateLike", by: "detail", in: transcript)
  }
}
