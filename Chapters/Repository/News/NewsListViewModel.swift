/// The state of a screen of news, over any repository of the protocol.
@MainActor
final class NewsListViewModel {
  /// The list, once there is one.
  private(set) var news: [News]?
  /// The problems of the last reading.
  private(set) var problems: [any Error] = []

  private let newsListRepository: any NewsListRepository
  /// How many readings were begun.
  private var readingCount = 0
  private var shownNews = ShownReading()
  private var shownProblems = ShownReading()

  /// - Parameter newsListRepository: by default the one that the container resolves.
  init(
    newsListRepository: any NewsListRepository = DIContainer.shared.required(
      (any NewsListRepository).self)
  ) {
    self.newsListRepository = newsListRepository
  }

  /// Shows the stored list, or requests it.
  func load() async { await read(.storedFirst) }

  /// Requests the current list.
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

/// The readings whose results are shown; an older one that ends late changes nothing.
///
/// A reload is older than another one that began later. A reading of the store is that as well, and it
/// is older than every reload that has ended since it began.
private struct ShownReading {
  private var reload = 0
  private var stored = 0

  /// - Parameters:
  ///   - number: the number of the reading, in the order of beginning.
  ///   - policy: whether it is a reload.
  ///   - count: how many readings have begun.
  /// - Returns: whether the reading is to be shown.
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
