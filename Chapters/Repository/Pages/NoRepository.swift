import Concurrency
import HTTP
import Workbook

extension Page {
  static let noRepository = Page(
    "no-repository", "How many requests does a test send?",
    parts: ["controller", "viewModel", "repository", "server"]
  ) { transcript in
    let network = try transcript.client(of: .withNews(in: transcript))
    await run(DetailViewController.self, over: network, in: transcript, printing: true)

    let offline = InProcessServer.withNews(in: transcript, answering: .fails(.offline))
    await run(
      DetailViewController.self, over: HTTPClient(server: offline), in: transcript, printing: true)

    await run(DetailViewModel.self, over: network, in: transcript, printing: true)

    let first = try transcript.client(of: .withNews(in: transcript))
    await run(DetailViewController.self, over: first, in: transcript)
    transcript.line("test of the controller: requests sent \(first.requestCount)")

    let second = try transcript.client(of: .withNews(in: transcript))
    await run(DetailViewModel.self, over: second, in: transcript)
    transcript.line("test of the view model: requests sent \(second.requestCount)")

    let third = try transcript.client(of: .withNews(in: transcript))
    await run(FakeScreen.self, over: third, in: transcript)
    transcript.line("test over a fake repository: requests sent \(third.requestCount)")
  }

  /// Creates an object, starts its load over a network, and waits for the load to end, as one call.
  @MainActor
  private static func run<Object: Loading>(
    _ type: Object.Type, over client: HTTPClient, in transcript: Transcript, printing: Bool = false,
    line: Int = #line
  ) async {
    let (part, function) = (Object.part, Object.function)
    let screen = Screen { text in
      // Records only how it handles the response. The call and the request are recorded elsewhere.
      if text.starts(with: /handle|render|error/) {
        transcript.record(.send, text, from: part, to: part)
      }
      if printing { transcript.line(text) }
    }
    let loading = Object(screen: screen, transcript: transcript)
    // Nothing else retains the object while it waits for the response.
    defer { withExtendedLifetime(loading) {} }
    let network = API.Network(client: client, line: screen.line)
    await transcript.call(function, of: part, line: line) {
      API.$network.withValue(network) { loading.begin() }
      await screen.isDone.passed()
    }
  }
}

/// An object that loads when it is started.
@MainActor
private protocol Loading: AnyObject, Sendable {
  /// Its part in a recording, and the function that starts it.
  static var part: String { get }
  static var function: String { get }

  init(screen: Screen, transcript: Transcript)
  func begin()
}

extension DetailViewController: Loading {
  fileprivate static let (part, function) = ("controller", "viewDidLoad")

  fileprivate convenience init(screen: Screen, transcript: Transcript) { self.init(screen: screen) }

  fileprivate func begin() { viewDidLoad() }
}

extension DetailViewModel: Loading {
  fileprivate static let (part, function) = ("viewModel", "load")

  fileprivate convenience init(screen: Screen, transcript: Transcript) { self.init(screen: screen) }

  fileprivate func begin() { load() }
}

/// The news view model over a repository that has no network.
private final class FakeScreen: Loading {
  static let (part, function) = ("viewModel", "load")
  private let screen: Screen
  private let viewModel: NewsListViewModel

  init(screen: Screen, transcript: Transcript) {
    self.screen = screen
    viewModel = NewsListViewModel(
      newsListRepository: FakeNewsListRepository().recorded(in: transcript))
  }

  func begin() {
    Task {
      await viewModel.load()
      screen.isDone.open()
    }
  }
}
