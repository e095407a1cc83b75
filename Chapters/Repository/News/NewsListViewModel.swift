/// What a screen of news shows; it knows a repository by its protocol and nothing else.
@MainActor
final class NewsListViewModel {
  /// The list, once there is one.
  private(set) var news: [News]?
  /// What the last reading said was wrong.
  private(set) var problems: [any Error] = []

  private let newsListRepository: any NewsListRepository
  /// How many readings were begun.
  private var readingCount = 0
  /// Which readings gave what is shown; an older one that comes late changes nothing.
  private var shownReading = (news: 0, problems: 0)

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
    readingCount += 1
    let number = readingCount
    do {
      let reading = try await newsListRepository.readNewsList(policy)
      show(reading.news, of: number)
      show(reading.problems, of: number)
    } catch {
      show([error], of: number)
    }
  }

  private func show(_ news: [News], of reading: Int) {
    guard reading > shownReading.news else { return }
    shownReading.news = reading
    self.news = news
  }

  private func show(_ problems: [any Error], of reading: Int) {
    guard reading > shownReading.problems else { return }
    shownReading.problems = reading
    self.problems = problems
  }
}
