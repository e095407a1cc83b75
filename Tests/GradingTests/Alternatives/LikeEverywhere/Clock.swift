import Exercising

/// A logical clock. Each list has the time of its request, the store that of its last change.
final class LikeEverywhere: MomentsRequirements {
  private struct Page {
    var show: (([Moment]) -> Void)?
  }

  private struct Turns {
    var isTaken = false
    var waiting: [() -> Void] = []
  }

  private let server: any MomentsServer
  private let store: any MomentsStore
  private var pages: [Page] = []
  private var now = 0
  private var lastLikeAnswered = 0
  private var newestListTaken = 0
  private var turns = Turns()

  init(server: any MomentsServer, store: any MomentsStore) {
    self.server = server
    self.store = store
  }

  func observe(_ page: @escaping ([Moment]) -> Void) -> () -> Void {
    let place = pages.count
    pages.append(Page(show: page))
    store.readMoments().map(page)
    return { [self] in pages[place].show = nil }
  }

  func load(_ done: @escaping (DataProblem?) -> Void) {
    let sent = tick()
    server.requestMoments { [self] answer in
      finish(answer, done) { _ in
        guard sent > lastLikeAnswered, sent > newestListTaken else { return false }
        newestListTaken = sent
        return true
      }
    }
  }

  func like(_ isLiked: Bool, moment: Int, _ done: @escaping (DataProblem?) -> Void) {
    let send = { [self] in
      server.requestLike(isLiked, moment: moment) { [self] answer in
        finish(answer, done) { time in
          lastLikeAnswered = time
          return true
        }
        nextTurn()
      }
    }
    if turns.isTaken {
      turns.waiting.append(send)
    } else {
      turns.isTaken = true
      send()
    }
  }

  private func nextTurn() {
    turns.isTaken = !turns.waiting.isEmpty
    if turns.isTaken { turns.waiting.removeFirst()() }
  }

  private func finish(
    _ answer: Result<[Moment], DataProblem>, _ done: (DataProblem?) -> Void,
    taking: (Int) -> Bool
  ) {
    do throws(DataProblem) {
      let moments = try answer.get()
      if taking(tick()) {
        store.save(moments)
        for place in pages.indices { pages[place].show?(moments) }
      }
      done(nil)
    } catch {
      done(error)
    }
  }

  private func tick() -> Int {
    now += 1
    return now
  }
}
