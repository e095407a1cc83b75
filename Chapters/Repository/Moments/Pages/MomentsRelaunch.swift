import MiniRx
import Workbook

extension Page {
  static let momentsRelaunch = Page(
    "moments-relaunch", "The app starts again",
    parts: ["store", "user defaults"]
  ) { transcript in
    let bag = DisposeBag()
    let folder = try ScratchFolder()
    let firstLaunch = try transcript.run(.momentsFirstLaunch, [folder.suite])
    guard firstLaunch.isNormal else { throw LaunchFailed(errors: firstLaunch.errors) }

    let server = MomentsServer(try .fixture(), in: transcript)
    let storage = RecordingStorage(
      try UserDefaultsStorage(suite: folder.suite), as: "user defaults", in: transcript)
    let store = transcript.call("init", of: "store") {
      PersistentDataStore(ObservableValues(storage))
    }
    for key in storage.keysRead { transcript.line("store: init, reads key \(key)") }
    let repo = MomentsRepo(store, server)
    transcript.line("repo: init")
    transcript.line("timeline: subscribes")
    repo.momentsDetails.subscribe("timeline", in: transcript).disposed(by: bag)
    await mainQueueCaughtUp()
    transcript.line("network calls \(server.requests.count)")
  }

  private struct LaunchFailed: Swift.Error {
    let errors: String
  }
}

extension ChildRole {
  /// A process that saves the fixture in a suite of UserDefaults, then ends.
  static let momentsFirstLaunch = ChildRole("moments-first-launch") { child in
    for suite in child.arguments {
      let store = try PersistentDataStore(.userDefaults(suite: suite))
      try store.save(momentsDetails: .fixture())
    }
  }
}
