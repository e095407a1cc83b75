import Testing
import Workbook

@testable import Chapter_Repository

/// What each page prints, to the letter.
private let promised: [(page: String, output: String)] = [
  (
    "moments-first-load",
    """
    timeline: subscribes
    network: getMoments 0
    store: save MomentsDetails
    timeline: next(Jake Lin, 2 moments)
    getMoments: next(())
    getMoments: completed

    """
  ),
  (
    "moments-relaunch",
    """
    store: init, reads key MomentsDetails
    repo: init
    timeline: subscribes
    timeline: next(Jake Lin, 2 moments)
    network calls 0

    """
  ),
  (
    "moments-like",
    """
    timeline: moment 0 liked=false
    detail: moment 0 liked=false
    profile: moment 0 liked=false
    detail: tap like
    network: updateLike true moment 0 user 0
    store: save MomentsDetails
    timeline: moment 0 liked=true
    detail: moment 0 liked=true
    profile: moment 0 liked=true
    updateLike: next(())
    updateLike: completed
    detail: tap unlike
    network: updateLike false moment 0 user 0
    store: save MomentsDetails
    timeline: moment 0 liked=false
    detail: moment 0 liked=false
    profile: moment 0 liked=false
    updateLike: next(())
    updateLike: completed

    """
  ),
  (
    "moments-failed-call",
    """
    as written: network: getMoments 0 fails
    as written: getMoments: next(())
    as written: getMoments: completed
    as written: saves 0, timeline events 0
    fixed: network: getMoments 0 fails
    fixed: getMoments: error(offline)

    """
  ),
  (
    "moments-cold",
    """
    called: network calls 0, saves 0
    subscribed: network calls 1, saves 1
    subscribed again: network calls 2, saves 2

    """
  ),
  (
    "moments-swap-the-store",
    """
    user defaults: timeline: next(Jake Lin, 2 moments)
    file: timeline: next(Jake Lin, 2 moments)
    sqlite: timeline: next(Jake Lin, 2 moments)

    """
  ),
  (
    "moments-one-key",
    """
    two keys: timeline events 0
    one key: timeline: next(Jake Lin, 2 moments)

    """
  ),
  (
    "moments-corrupt",
    """
    as written: timeline events 0
    as written: encoding fails: stored bytes 0, errors 0
    fixed: store: error: MomentsDetails cannot be decoded
    fixed: encoding fails: error: MomentsDetails cannot be encoded
    fixed: store: save MomentsDetails
    fixed: timeline: next(Jake Lin, 2 moments)

    """
  ),
  (
    "moments-store-ends",
    """
    as written: client completes the store's Subject
    as written: timeline: completed
    as written: save, timeline values 0
    fixed: source bound to the store completes
    fixed: save, timeline: next(Jake Lin, 2 moments)

    """
  ),
  (
    "moments-late-answer",
    """
    as written: timeline: moment 0 liked=false
    as written: like answered: timeline: moment 0 liked=true
    as written: older list answered: timeline: moment 0 liked=false
    fixed: timeline: moment 0 liked=false
    fixed: like answered: timeline: moment 0 liked=true
    fixed: older list answered: timeline events 0

    """
  ),
]

struct `The pages about Moments` {
  @Test(arguments: promised)
  func `print what is promised`(page: String, output: String) async {
    let printed = await Program.Repository.printed(by: [page])
    #expect(printed.output == output)
    #expect(printed.complaints == "")
    #expect(printed.status == 0)
  }

  @Test
  func `are complete`() {
    let slugs = Page.moments.map(\.slug)
    #expect(slugs == promised.map(\.page))
  }

  @Test
  func `print the same in 5 runs`() async {
    let slugs = promised.map(\.page).filter { $0 != "moments-relaunch" }
    let first = await Program.Repository.printed(by: slugs)
    for _ in 1..<5 {
      let again = await Program.Repository.printed(by: slugs)
      #expect(again == first)
    }
  }
}
