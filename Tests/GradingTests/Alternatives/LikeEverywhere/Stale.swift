import Exercising

/// A list request is an object that later responses mark as stale. Likes are a queue of jobs.
final class LikeEverywhere: MomentsRequirements {
  private final class List {
    var isStale = false
  }

  private let server: any MomentsServer
  private let store: any MomentsStore
  private var pages: [Int: ([Moment]) -> Void] = [:]
  private var pageCount = 0
  private var underWay: [List] = []
  private var jobs: [() -> Void] = []
  private var isBusy = false

  init(server: any MomentsServer, store: any MomentsStore) {
    self.server = server
    self.store = store
  }

  func observe(_ page: @escaping ([Moment]) -> Void) -> () -> Void {
    if let moments = store.readMoments() { page(moments) }
    pageCount += 1
    let place = pageCount
    pages[place] = page
    return { [weak self] in self?.pages[place] = nil }
  }

  func load(_ done: @escaping (DataProblem?) -> Void) {
    let list = List()
    underWay.append(list)
    server.requestMoments { [self] answer in
      let place = underWay.firstIndex { $0 === list } ?? 0
      if case .success(let moments) = answer, !list.isStale {
        for older in underWay[..<place] { older.isStale = true }
        publish(moments)
      }
      underWay.removeAll { $0 === list }
      done(answer.problem)
    }
  }

  func like(_ isLiked: Bool, moment: Int, _ done: @escaping (DataProblem?) -> Void) {
    jobs.append { [self] in
      server.requestLike(isLiked, moment: moment) { [self] answer in
        if case .success(let moments) = answer {
          for list in underWay { list.isStale = true }
          publish(moments)
        }
        done(answer.problem)
        isBusy = false
        startNext()
      }
    }
    startNext()
  }

  private func startNext() {
    guard !isBusy, !jobs.isEmpty else { return }
    isBusy = true
    jobs.removeFirst()()
  }

  private func publish(_ moments: [Moment]) {
    store.save(moments)
    for place in pages.keys.sorted() { pages[place]?(moments) }
  }
}

extension Result where Failure == DataProblem {
  fileprivate var problem: DataProblem? {
    if case .failure(let problem) = self { problem } else { nil }
  }
}
