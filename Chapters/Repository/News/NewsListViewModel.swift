/// The view model of the news screen, over any ``NewsListRepository``.
@MainActor
final class NewsListViewModel {
  private(set) var news: [News]?
  private(set) var problems: [any Error] = []

  private let newsListRepository: any NewsListRepository
  private var readingCount = 0
  private var shownNews = ShownReading()
  private var shownProblems = ShownReading()

  /// By default, the container resolves the repository.
  init(
    newsListRepository: any NewsListRepository = DIContainer.shared.required(
      (any NewsListRepository).self)
  ) {
    self.newsListRepository = newsListRepository
  }

  /// Shows the stored list, or requests the list if none is stored.
  func load() async { await read(.storedFirst) }

  func reload() async { await read(.reload) }

  /// The text of the screen: `viewModel: 2 news, error: offline`.
  var shown: String {
    let list = news.map { ["viewModel: \($0.count) news"] } ?? []
    return (list + problems.map { "error: \($0.briefly)" }).joined(separator: ", ")
  }

  private func read(_ policy: ReloadPolicy) async {
    readingCount += 1
    let number = readingCount
    do {
      let reading = try await newsListRepository.readNewsList(policy)
      if shownNews.accept(number, policy, of: readingCount) { news = reading.news }
      if shownProblems.accept(number, policy, of: readingCount) { problems = reading.problems }
    } catch {
      if shownProblems.accept(number, policy, of: readingCount) { problems = [error] }
    }
  }
}

/// Tracks which read is shown, so that an older read that ends late has no effect.
///
/// A read is older than one of the same kind that began later. A read of the store is also older
/// than every reload that ended after it began.
private struct ShownReading {
  private var reload = 0
  private var stored = 0

  /// Whether to show the result of the read with this number, when that many reads have begun.
  mutating func accept(_ number: Int, _ policy: ReloadPolicy, of count: Int) -> Bool {
    switch policy {
    case .reload:
      guard number > reload else { return false }
      (reload, stored) = (number, count)
    case .storedFirst:
      guard number > stored else { return false }
      stored = number
    }
    return true
  }
}
