/// The known artists from all sources, and the last merged request of each page.
struct ArtistList: Sendable {
  /// The artists, in ascending order of their ids.
  private(set) var viewModels: [ArtistViewModel] = []
  private var requestCount = 0
  /// For each page of the server's list, the latest request whose response was merged.
  private var merged: [Int: Int] = [:]

  /// A user's change of one artist.
  enum Change: Sendable {
    case name(String)
    case highlighted(Bool)
  }

  /// Merges stored and shipped artists. Artists that are already known take precedence.
  mutating func addStored(_ stored: [ArtistViewModel], file: [ArtistRawModel]) {
    let base = file.map { ArtistViewModel(model: $0) }
    let known = base.replaced(by: stored).replaced(by: viewModels)
    viewModels = known
  }

  /// Numbers a request.
  mutating func numberRequest() -> Int {
    requestCount += 1
    return requestCount
  }

  /// Merges a response, unless the response of a later request for the page was already merged.
  mutating func merge(_ models: [ArtistRawModel], page: Int, request: Int) {
    guard request > merged[page, default: 0] else { return }
    merged[page] = request
    viewModels = viewModels.merged(with: models)
  }

  /// - Returns: The changed artist; nil if there is none with that id.
  mutating func change(_ id: ArtistViewModel.ID, _ change: Change) -> ArtistViewModel? {
    guard let place = viewModels.firstIndex(where: { $0.id == id }) else { return nil }
    switch change {
    case .name(let name): viewModels[place].model.name = name
    case .highlighted(let highlighted): viewModels[place].highlighted = highlighted
    }
    return viewModels[place]
  }
}

extension [ArtistViewModel] {
  /// The union of both lists, in ascending order of ids. For equal ids, `others` takes precedence.
  fileprivate func replaced(by others: [ArtistViewModel]) -> [ArtistViewModel] {
    Dictionary((self + others).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
      .values.sorted { $0.id < $1.id }
  }
}
