import Exercising

/// A request is an object that its readers share. It receives one response.
final class CachedNews: NewsRequirements {
  private final class Request {
    private var listeners: [(Result<[Int], DataProblem>, DataProblem?) -> Void] = []

    func whenAnswered(_ listener: @escaping (Result<[Int], DataProblem>, DataProblem?) -> Void) {
      listeners.append(listener)
    }

    func answer(_ result: Result<[Int], DataProblem>, _ saveProblem: DataProblem?) {
      listeners.forEach { $0(result, saveProblem) }
    }
  }

  private let server: any NewsServer
  private let store: any NewsStore
  private var running: Request?

  init(server: any NewsServer, store: any NewsStore) {
    self.server = server
    self.store = store
  }

  func readNews(_ reader: @escaping (NewsReading) -> Void) {
    switch Result(catching: { () throws(DataProblem) in try store.readNews() }) {
    case .success(.some(let news)): reader(.news(news))
    case .success(.none): break
    case .failure(let problem): reader(.problem(problem))
    }
    let request = running ?? Request()
    request.whenAnswered { result, saveProblem in
      switch result {
      case .success(let news): reader(.news(news))
      case .failure(let problem): reader(.problem(problem))
      }
      if let saveProblem { reader(.problem(saveProblem)) }
    }
    guard running == nil else { return }
    running = request
    server.requestNews { [weak self] result in
      self?.running = nil
      request.answer(result, self?.save(result))
    }
  }

  private func save(_ result: Result<[Int], DataProblem>) -> DataProblem? {
    guard case .success(let news) = result else { return nil }
    do {
      try store.save(news)
      return nil
    } catch { return error }
  }
}
