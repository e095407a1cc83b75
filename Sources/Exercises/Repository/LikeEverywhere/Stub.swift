import Exercising

/// One source of truth for all pages: the stored moments, which only answers change.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check LikeEverywhere`
final class LikeEverywhere: MomentsRequirements {
  init(server: any MomentsServer, store: any MomentsStore) {
    // TODO: store both.
  }

  func observe(_ page: @escaping ([Moment]) -> Void) -> () -> Void {
    // TODO: send the stored moments, add the page, and return a closure that removes it.
    return {}
  }

  func load(_ done: @escaping (DataProblem?) -> Void) {
    // TODO: request the moments. Save and show them, unless they are out of date.
  }

  func like(_ isLiked: Bool, moment: Int, _ done: @escaping (DataProblem?) -> Void) {
    // TODO: send the like when the one before it is done. Save and show the answer.
  }
}
