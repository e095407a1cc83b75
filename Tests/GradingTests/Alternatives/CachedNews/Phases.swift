import Exercising

/// Two phases as an enum with their state. Each transition returns the effects.
final class CachedNews: NewsRequirements {
  private enum Phase {
    case idle
    case asking(first: (NewsReading) -> Void, others: [(NewsReading) -> Void])
  }

  private let server: any NewsServer
  private let store: any NewsStore
  private var phase = Phase.idle

  init(server: any NewsServer, store: any NewsStore) {
    self.server = server
    self.store = store
  }

  func readNews(_ reader: @escaping (NewsReading) -> Void) {
    sendStored(to: reader)
    switch phase {
    case .asking(let first, let others): phase = .asking(first: first, others: others + [reader])
    case .idle:
      phase = .asking(first: reader, others: [])
      server.requestNews { answer in self.finish(answer) }
    }
  }

  private func sendStored(to reader: (NewsReading) -> Void) {
    do throws(DataProblem) {
      guard let stored = try store.readNews() else { return }
      reader(.news(stored))
    } catch {
      reader(.problem(error))
    }
  }

  private func finish(_ answer: Result<[Int], DataProblem>) {
    guard case .asking(let first, let others) = phase else { return }
    phase = .idle
    var news: [Int]?
    var problem: DataProblem?
    do throws(DataProblem) {
      news = try answer.get()
      try store.save(news ?? [])
    } catch {
      problem = error
    }
    for reader in [first] + others {
      if let news { reader(.news(news)) }
      if let problem { reader(.problem(problem)) }
    }
  }
}
