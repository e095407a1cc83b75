/// What a screen of news shows; it knows a repository by its protocol and nothing else.
@MainActor
final class NewsListViewModel {
  /// The list, once there is one.
  private(set) var news: [News]?
  /// What the last reading said was wrong.
  private(set) var problems: [any Error] = []

  private let newsListRepository: any NewsListRepository

  /// - Parameter newsListRepository: the one that the container has, if no other is given.
  init(
    newsListRepository: any NewsListRepository = DIContainer.shared.required(
      (any NewsListRepository).self)
  ) {
    self.newsListRepository = newsListRepository
  }

  /// Shows what is stored, or asks for it.
  func load() async { await read(.storedFirst) }

  /// Asks for what is new.
  func reload() async { await read(.reload) }

  /// What the screen would say: `viewModel: 2 news, error: offline`.
  var shown: String {
    let list = news.map { ["viewModel: \($0.count) news"] } ?? []
    return (list + problems.map { "error: \($0.briefly)" }).joined(separator: ", ")
  }

  private func read(_ policy: ReloadPolicy) async {
    do {
      let reading = try await newsListRepository.readNewsList(policy)
      news = reading.news
      problems = reading.problems
    } catch {
      problems = [error]
    }
  }
}
