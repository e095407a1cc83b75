import Foundation
import ThreadConfinement

/// An artist, as cells show and the database stores it: the server's part and the user's part.
@dynamicMemberLookup
struct ArtistViewModel: Equatable, Sendable {
  /// The server's part, from its latest response.
  var model = ArtistRawModel()
  /// The user's part: whether the user has highlighted the artist.
  var highlighted = false

  /// Allows `viewModel.name` for `viewModel.model.name`.
  subscript<Value>(dynamicMember keyPath: KeyPath<ArtistRawModel, Value>) -> Value {
    model[keyPath: keyPath]
  }
}

extension ArtistViewModel: ConfinedObject {
  var id: Int {
    get { model.id }
    set { model.id = newValue }
  }

  static let columns = [
    Column("id", \ArtistViewModel.id), Column("name", \.model.name),
    Column("highlighted", \.highlighted),
  ]
}

extension ArtistViewModel: CustomStringConvertible {
  var description: String { "\(id) \(model.name)" }
}

extension ArtistViewModel {
  func updated(by model: ArtistRawModel) -> ArtistViewModel {
    var updated = self
    updated.model = model
    return updated
  }
}

extension [ArtistViewModel] {
  /// These artists, updated by the server's response, and new ones, in ascending order of ids.
  /// Artists that are not in the response are kept, because a response is only one page.
  func merged(with models: [ArtistRawModel]) -> [ArtistViewModel] {
    var known = Dictionary(map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    for model in models {
      known[model.id] = known[model.id]?.updated(by: model) ?? ArtistViewModel(model: model)
    }
    return known.values.sorted { $0.id < $1.id }
  }
}

/// The server's part of an artist, which is never stored by itself.
struct ArtistRawModel: Decodable, Equatable, Sendable {
  var id = 0
  var name = ""
}

extension [ArtistViewModel] {
  /// `1 Ann, 2 Bob`
  var listed: String { map(\.description).joined(separator: ", ") }
}

extension [ArtistRawModel] {
  init(json: Data) throws { self = try JSONDecoder().decode([ArtistRawModel].self, from: json) }

  var listed: String { map { "\($0.id) \($0.name)" }.joined(separator: ", ") }
}

/// The known artists from all sources, and the last merged request of each page.
struct ArtistList: Sendable {
  /// The artists, in ascending order of their ids.
  private(set) var viewModels: [ArtistViewModel] = []
  private var requestCount = 0
  /// For each page of the server's list, the latest request whose response was merged.
  private var merged: [Int: Int] = [:]

  enum Change: Sendable {
    case name(String)
    case highlighted(Bool)
  }

  /// Merges stored and shipped artists. Artists that are already known take precedence.
  mutating func addStored(_ stored: [ArtistViewModel], file: [ArtistRawModel]) {
    let base = file.map { ArtistViewModel(model: $0) }
    viewModels = base.replaced(by: stored).replaced(by: viewModels)
  }

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
