import Exercising

/// One source of truth for all pages: the stored moments, which only answers change.
final class LikeEverywhere: MomentsRequirements {
  private struct Page {
    let number: Int
    let show: ([Moment]) -> Void
  }

  private struct Like {
    let isLiked: Bool
    let moment: Int
    let done: (DataProblem?) -> Void
  }

  private let server: any MomentsServer
  private let store: any MomentsStore
  private var pages: [Page] = []
  private var lastPage = 0
  private var lastList = 0
  /// Responses to list requests up to this number are out of date.
  private var floor = 0
  /// The unanswered likes. The first one has been sent.
  private var likes: [Like] = []

  init(server: any MomentsServer, store: any MomentsStore) {
    self.server = server
    self.store = store
  }

  func observe(_ page: @escaping ([Moment]) -> Void) -> () -> Void {
    lastPage += 1
    let number = lastPage
    pages.append(Page(number: number, show: page))
    if let stored = store.readMoments() { page(stored) }
    return { self.pages.removeAll { $0.number == number } }
  }

  func load(_ done: @escaping (DataProblem?) -> Void) {
    lastList += 1
    let number = lastList
    server.requestMoments { [self] answer in
      done(take(answer, isCurrent: number > floor, of: number))
    }
  }

  func like(_ isLiked: Bool, moment: Int, _ done: @escaping (DataProblem?) -> Void) {
    likes.append(Like(isLiked: isLiked, moment: moment, done: done))
    if likes.count == 1 { sendLike() }
  }

  private func sendLike() {
    guard let like = likes.first else { return }
    server.requestLike(like.isLiked, moment: like.moment) { [self] answer in
      like.done(take(answer, isCurrent: true, of: lastList))
      likes.removeFirst()
      sendLike()
    }
  }

  /// Saves and shows a response if it is current. Then list requests up to a number are out of
  /// date.
  ///
  /// - Returns: The error of the server.
  private func take(
    _ answer: Result<[Moment], DataProblem>, isCurrent: Bool, of number: Int
  ) -> DataProblem? {
    switch answer {
    case .failure(let problem): return problem
    case .success(let moments):
      guard isCurrent else { return nil }
      floor = number
      store.save(moments)
      for page in pages { page.show(moments) }
      return nil
    }
  }
}
