/// The known artists of all sources, and the answers that were merged.
struct ArtistList: Sendable {
  /// By id, in ascending order.
  private(set) var viewModels: [ArtistViewModel] = []
  private var requestCount = 0
  /// The request whose answer was merged last, for each page of the server's list.
  private var answered: [Int: Int] = [:]

  /// A user's change of one artist.
  enum Change: Sendable {
    case name(String)
    case highlighted(Bool)
  }

  /// Merges stored artists; those that are already known stay.
  mutating func addStored(_ stored: [ArtistViewModel], file: [ArtistRawModel]) {
    let base = file.map { ArtistViewModel(model: $0) }
    let known = base.replaced(by: stored).replaced(by: viewModels)
    viewModels = known
  }

  /// Numbers a request.
  mutating func ask() -> Int {
    requestCount += 1
    return requestCount
  }

  /// Merges an answer, unless the answer of a later request for the page was merged before.
  mutating func take(_ models: [ArtistRawModel], page: Int, request: Int) {
    guard request > answered[page, default: 0] else { return }
    answered[page] = request
    viewModels = viewModels.merged(with: models)
  }

  /// - Returns: the artist after the change; nil if there is none with that id.
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
  /// These artists and the others, in ascending order of their ids; of two with one id, the other.
  fileprivate func replaced(by others: [ArtistViewModel]) -> [ArtistViewModel] {
    Dictionary((self + others).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
      .values.sorted { $0.id < $1.id }
  }
}
