import Exercising

/// A list that is read on demand, once for each version. It keeps its version until a refresh.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check LiveResults`
final class LiveResults: ResultsRequirements {
  init(
    _ table: any ArtistTable, where isIncluded: @escaping (Artist) -> Bool,
    sortedBy areInOrder: @escaping (Artist, Artist) -> Bool
  ) {
    // TODO: store the arguments and the version.
  }

  var artists: [Artist] {
    // TODO: read the table at the list's version, once.
    return []
  }

  func refresh() -> Bool {
    // TODO: move to the newest version, and notify each observer of changes since its last event.
    return false
  }

  func observe(_ observer: @escaping (ListChange) -> Void) -> AnyObject {
    // TODO: keep the observer while its token is retained.
    return self
  }

  func write(withoutNotifying tokens: [AnyObject], _ change: () -> Void) {
    // TODO: refresh, call `change`, and move to the version that it has made.
    change()
  }
}
