import Workbook

extension Page {
  static let injection = Page(
    "injection", "Which repository does a view model get?"
  ) { transcript in
    let client = try transcript.client(of: .withNews())
    let container = DIContainer()

    // Created once and captured, so that all screens share its cache.
    let cached = CachedNewsListRepository(
      newsListRemoteAPI: HTTPNewsListRemoteAPI(client: client).recorded(in: transcript),
      newsListDataStore: MemoryNewsListDataStore().recorded(in: transcript))
    container.register((any NewsListRepository).self) { cached }
    await show(container, transcript)

    container.register((any NewsListRepository).self) { FakeNewsListRepository() }
    await show(container, transcript)

    _ = resolve((any WeatherRepository).self, from: container, transcript)
  }

  @MainActor
  static func show(_ container: DIContainer, _ transcript: Transcript) async {
    let repository = resolve((any NewsListRepository).self, from: container, transcript)
    if let repository { await show(repository, transcript) }
  }

  /// Resolves and prints a service's type: `resolve NewsListRepository -> FakeNewsListRepository`.
  private static func resolve<Service: Sendable>(
    _ service: Service.Type, from container: DIContainer, _ transcript: Transcript
  ) -> Service? {
    do {
      let made = try transcript.call(
        "resolve", of: "container", returning: { "\(type(of: $0 as Any))" },
        failing: \.brief
      ) { () throws(DIContainer.NotRegistered) in try container.resolve(service) }
      transcript.line("resolve \(DIContainer.name(of: service)) -> \(type(of: made as Any))")
      return made
    } catch {
      transcript.line("resolve \(DIContainer.name(of: service)) -> error: \(error.brief)")
      return nil
    }
  }
}

/// A service that is never registered.
private protocol WeatherRepository: Sendable {}
