import MiniRx
import Workbook

extension Page {
  static let momentsLike = Page(
    "moments-like", "A like on one screen reaches two others"
  ) { transcript in
    let bag = DisposeBag()
    let folder = try ScratchFolder()
    let server = MomentsServer(try .fixture()) { transcript.line("network: \($0)") }
    let defaults = try PersistentDataStore.userDefaults(suite: folder.suite)
    try defaults.save(momentsDetails: .fixture())
    let repo = MomentsRepo(LoggedDataStore(defaults) { transcript.line("store: \($0)") }, server)

    let timeline = MomentsTimelineViewModel(userID: "0", repo: repo)
    timeline.listItems
      .subscribe(onNext: { items in
        for case let item as MomentListItemViewModel in items where item.momentID == "0" {
          transcript.line("timeline: moment 0 liked=\(item.isLiked)")
        }
      })
      .disposed(by: bag)
    let detail = MomentDetailViewModel(momentID: "0", userID: "0", repo: repo)
    let profile = MomentDetailViewModel(momentID: "0", userID: "0", repo: repo)
    for (name, screen) in [("detail", detail), ("profile", profile)] {
      screen.moment
        .subscribe(onNext: { transcript.line("\(name): moment 0 liked=\($0.isLiked)") })
        .disposed(by: bag)
    }
    await mainQueueCaughtUp()

    transcript.line("detail: tap like")
    await detail.tapLike().ended("updateLike", in: transcript)
    transcript.line("detail: tap unlike")
    await detail.tapUnlike().ended("updateLike", in: transcript)
  }
}
