import Concurrency
import HTTP
import Workbook

extension Page {
  static let noRepository = Page(
    "no-repository", "A controller that asks the network itself"
  ) { transcript in
    let network = try transcript.client(of: .withNews())
    await run(DetailViewController.init, over: network, on: Screen { transcript.line($0) })

    let offline = InProcessServer()
    offline.answer(.get, API.path(xxxId: 12345), with: .fails(.offline))
    await run(
      DetailViewController.init, over: HTTPClient(server: offline),
      on: Screen { transcript.line($0) })

    await run(DetailViewModel.init, over: network, on: Screen { transcript.line($0) })

    let first = try transcript.client(of: .withNews())
    await run(DetailViewController.init, over: first, on: Screen())
    transcript.line("test of the controller: requests sent \(first.requestCount)")

    let second = try transcript.client(of: .withNews())
    await run(DetailViewModel.init, over: second, on: Screen())
    transcript.line("test of the view model: requests sent \(second.requestCount)")

    let third = try transcript.client(of: .withNews())
    await run(FakeScreen.init, over: third, on: Screen())
    transcript.line("test over a fake repository: requests sent \(third.requestCount)")
  }

  /// Creates an object, starts its load over a network, and waits for the load to end.
  @MainActor
  private static func run(
    _ make: (Screen) -> some Loading, over client: HTTPClient, on screen: Screen
  ) async {
    let loading = make(screen)
    // Nothing else retains the object while it waits for the response.
    defer { withExtendedLifetime(loading) {} }
    let network = API.Network(client: client, line: screen.line)
    API.$network.withValue(network) { loading.begin() }
    await screen.isDone.passed()
  }
}

/// An object that loads when it is started.
@MainActor
private protocol Loading: AnyObject {
  func begin()
}

extension DetailViewController: Loading {
  fileprivate func begin() { viewDidLoad() }
}

extension DetailViewModel: Loading {
  fileprivate func begin() { load() }
}

/// The news view model over a repository that has no network.
private final class FakeScreen: Loading {
  private let screen: Screen

  init(screen: Screen) { self.screen = screen }

  func begin() {
    let viewModel = NewsListViewModel(newsListRepository: FakeNewsListRepository())
    Task {
      await viewModel.load()
      screen.isDone.open()
    }
  }
}
