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
  /// The artist's id on the server.
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
  /// `1 Ann`
  var description: String { "\(id) \(model.name)" }
}

extension ArtistViewModel {
  /// The artist with a new server's part and the same user's part.
  func updated(by model: ArtistRawModel) -> ArtistViewModel {
    var updated = self
    updated.model = model
    return updated
  }
}

extension [ArtistViewModel] {
  /// These artists, updated by the server's response, and new ones, in ascending order of ids.
  ///
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

extension [ArtistRawModel] {
  /// Decodes a list of artists.
  ///
  /// - Throws: An error of the decoder.
  init(json: Data) throws { self = try JSONDecoder().decode([ArtistRawModel].self, from: json) }
}

extension [ArtistViewModel] {
  /// `1 Ann, 2 Bob`
  var listed: String { map(\.description).joined(separator: ", ") }
}

extension [ArtistRawModel] {
  /// `1 Ann, 2 Bob`
  var listed: String { map { "\($0.id) \($0.name)" }.joined(separator: ", ") }
}
