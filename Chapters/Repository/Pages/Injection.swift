import Workbook

extension Page {
  static let injection = Page(
    "injection", "A container says which repository it is"
  ) { transcript in
    let client = try transcript.client(of: .withNews())
    let container = DIContainer()

    container.register((any NewsListRepository).self) {
      CachedNewsListRepository(
        newsListRemoteAPI: HTTPNewsListRemoteAPI(client: client),
        newsListDataStore: MemoryNewsListDataStore())
    }
    await show(container, transcript)

    container.register((any NewsListRepository).self) { FakeNewsListRepository() }
    await show(container, transcript)

    transcript.line("resolve \(resolved((any WeatherRepository).self, from: container))")
  }

  /// Resolves a repository for a view model, which is made the same way whatever comes.
  @MainActor
  private static func show(_ container: DIContainer, _ transcript: Transcript) async {
    transcript.line("resolve \(resolved((any NewsListRepository).self, from: container))")
    do {
      let viewModel = NewsListViewModel(
        newsListRepository: try container.resolve((any NewsListRepository).self))
      await viewModel.load()
      transcript.line(viewModel.shown)
    } catch {
      transcript.line("error: \(error.briefly)")
    }
  }

  /// `NewsListRepository -> FakeNewsListRepository`, by the type of what the container made.
  private static func resolved<Service: Sendable>(
    _ service: Service.Type, from container: DIContainer
  ) -> String {
    do {
      let made = try container.resolve(service)
      return "\(name(of: service)) -> \(type(of: made as Any))"
    } catch {
      return "\(name(of: service)) -> error: \(error.brief)"
    }
  }

  private static func name(of type: Any.Type) -> String { DIContainer.name(of: type) }
}

/// Nobody registers it.
private protocol WeatherRepository: Sendable {}
