import Concurrency
import HTTP
import Workbook

extension Page {
  static let noRepository = Page(
    "no-repository", "How many requests does a test send?",
    parts: ["controller", "viewModel", "repository", "server"]
  ) { transcript in
    let network = try transcript.client(of: .withNews(in: transcript))
    await run(.controller, over: network, in: transcript, printing: true)

    let offline = InProcessServer.withNews(in: transcript, answering: .fails(.offline))
    await run(.controller, over: HTTPClient(server: offline), in: transcript, printing: true)

    await run(.viewModel, over: network, in: transcript, printing: true)

    let tests = [
      ("of the controller", Loading.controller), ("of the view model", .viewModel),
      ("over a fake repository", .overFake),
    ]
    for (name, loading) in tests {
      let client = try transcript.client(of: .withNews(in: transcript))
      await run(loading, over: client, in: transcript)
      transcript.line("test \(name): requests sent \(client.requestCount)")
    }
  }

  /// Creates an object, starts its load over a network, and waits for the load to end, as one call.
  @MainActor
  private static func run(
    _ loading: Loading, over client: HTTPClient, in transcript: Transcript, printing: Bool = false,
    line: Int = #line
  ) async {
    let part = loading.part
    let screen = Screen { text in
      // Records only how it handles the response. The call and the request are recorded elsewhere.
      if text.starts(with: /handle|render|error/) {
        transcript.record(.send, text, from: part, to: part)
      }
      if printing { transcript.line(text) }
    }
    let network = API.Network(client: client, line: screen.line)
    await transcript.call(loading.function, of: part, line: line) {
      let object = API.$network.withValue(network) { loading.begin(screen, transcript) }
      await screen.isDone.passed()
      // Nothing else retains the object while it waits for the response.
      withExtendedLifetime(object) {}
    }
  }
}

/// An object that loads when it is started.
private struct Loading: Sendable {
  /// Its part in a recording, and the function that starts it.
  let part: String
  let function: String
  /// Creates the object and starts its load.
  let begin: @MainActor (Screen, Transcript) -> any AnyObject & Sendable

  static let controller = Loading(part: "controller", function: "viewDidLoad") { screen, _ in
    let controller = DetailViewController(screen: screen)
    controller.viewDidLoad()
    return controller
  }

  static let viewModel = Loading(part: "viewModel", function: "load") { screen, _ in
    let viewModel = DetailViewModel(screen: screen)
    viewModel.load()
    return viewModel
  }

  /// The news view model over a repository that has no network.
  static let overFake = Loading(part: "viewModel", function: "load") { screen, transcript in
    let viewModel = NewsListViewModel(
      newsListRepository: FakeNewsListRepository().recorded(in: transcript))
    Task {
      await viewModel.load()
      screen.isDone.open()
    }
    return viewModel
  }
}
